/** Short words about something that has been done, one at a time. They leave by themselves; nothing that matters is only here. */
export interface Toast {
  id: number;
  text: string;
  kind: 'good' | 'info' | 'bad';
}

const STAY = 4000;

class Toasts {
  list: Toast[] = $state([]);
  #next = 1;

  say(text: string, kind: Toast['kind'] = 'good'): void {
    const id = this.#next++;
    this.list = [{ id, text, kind }];
    setTimeout(() => this.drop(id), STAY);
  }
  /** What was said is no longer news. */
  clear(): void {
    this.list = [];
  }
  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
