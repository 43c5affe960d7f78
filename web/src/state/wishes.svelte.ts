/** What a player asked for in one room of the page that another room does: it takes the wish when it sees it. */
class Wishes {
  /** To be asked whether to resign. */
  resign = $state(false);
}

export const wishes = new Wishes();
