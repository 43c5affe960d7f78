/** Notifications of the browser, where the player has allowed them. */

/** Can this browser show any? */
export function canNotify(): boolean {
  return 'Notification' in globalThis && 'serviceWorker' in navigator;
}

/** Ask whether we may; a browser asks its user once. */
export async function mayNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === 'granted';
}

/** Show one that leads to a page. The next one of that page takes its place. */
export async function notify(title: string, body: string, icon: string, page: string): Promise<void> {
  if (!canNotify() || Notification.permission !== 'granted') return;
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(title, { body, icon, tag: `passgo ${page}`, data: page });
}
