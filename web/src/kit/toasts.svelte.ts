/** Short words about something that has been done, one at a time. They leave by themselves; nothing that matters is only here. */
export interface Toast {
  id: number;
  text: string;
  kind: 'good' | 'info' | 'bad';
  /** What can be done about it, and the letter that does it. */
  offer?: { label: string; key: string; take: () => void } | undefined;
}

const STAY = 4000;
/** What can be answered stays longer. */
const STAY_WITH_OFFER = 8000;

class Toasts {
  list: Toast[] = $state([]);
  #next = 1;

  say(text: string, kind: Toast['kind'] = 'good', offer?: Toast['offer']): void {
    const id = this.#next++;
    this.list = [{ id, text, kind, offer }];
    setTimeout(() => this.drop(id), offer ? STAY_WITH_OFFER : STAY);
  }
  /** What was said is no longer news. */
  clear(): void {
    this.list = [];
  }
  take(toast: Toast): void {
    this.drop(toast.id);
    toast.offer?.take();
  }
  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
