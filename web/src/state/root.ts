/** The path under which the server gives the game: nothing, or like `/monopoly`. The page says it. */
const said = document.querySelector<HTMLMetaElement>('meta[name="passgo-root"]')?.content ?? '/';

export const ROOT = rootOf(said);

/** A root as it is put before paths: `/` is nothing, `/monopoly/` is `/monopoly`. */
export function rootOf(path: string): string {
  return path.replace(/\/+$/, '');
}

/** The address of a page or a file of this game: `/rules` is `/monopoly/rules`. */
export function at(path: string, root = ROOT): string {
  return root + path;
}

/** The path within this game of an address: `/monopoly/rules` is `/rules`; null for one that is not of this game. */
export function within(address: string, root = ROOT): string | null {
  if (!root) return address;
  if (address === root) return '/';
  return address.startsWith(`${root}/`) ? address.slice(root.length) : null;
}
