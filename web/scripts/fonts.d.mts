export function cutFaces(): Promise<void>;
