/** Which of the three forms a screen of this width has. Below the widths given the board changes form, not scale. */
import breakpoints from '../styles/breakpoints.json';

export type Size = 'desktop' | 'tablet' | 'phone';

const { tablet: TABLET, desktop: DESKTOP } = breakpoints.window;
/** A phone on its side: the small board left, the sheet right. */
const { low: LOW } = breakpoints.height;

class Window {
  width = $state(globalThis.innerWidth ?? 1440);
  height = $state(globalThis.innerHeight ?? 900);

  constructor() {
    globalThis.addEventListener?.('resize', () => {
      this.width = innerWidth;
      this.height = innerHeight;
    });
  }

  get landscapePhone(): boolean {
    return this.height < LOW && this.width > this.height;
  }
  get size(): Size {
    if (this.landscapePhone) return 'phone';
    return this.width >= DESKTOP ? 'desktop' : this.width >= TABLET ? 'tablet' : 'phone';
  }
}

export const pane = new Window();
