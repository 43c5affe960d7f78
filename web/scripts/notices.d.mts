export function noticesOf(modules: string[]): string;
