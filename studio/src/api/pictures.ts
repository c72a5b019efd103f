// Pictures of rows: their addresses, and where there are none, those of bytes that were asked for.
import { blob, link } from './client';

/** Pictures that are kept; the oldest goes first. */
const MOST = 300;
const kept = new Map<string, Promise<string>>();

/** An address that shows at once, if there is one. */
export const addressOf = (image: string): string | null => (image.startsWith('/') ? link(image) : image);

/** The address of bytes that have to be asked for. */
export function fetched(image: string): Promise<string> {
  const known = kept.get(image);
  if (known) return known;
  const made = blob(image).then(URL.createObjectURL);
  kept.set(image, made);
  // One that failed is asked for again, when it is looked at again.
  made.catch(() => kept.delete(image));
  for (const [oldest, address] of kept) {
    if (kept.size <= MOST) break;
    kept.delete(oldest);
    address.then(URL.revokeObjectURL, () => undefined);
  }
  return made;
}

/** Saves a file of the studio where the browser saves files. */
export async function save(path: string, name: string): Promise<void> {
  const address = URL.createObjectURL(await blob(path));
  const anchor = document.createElement('a');
  [anchor.href, anchor.download] = [address, name];
  anchor.click();
  URL.revokeObjectURL(address);
}
