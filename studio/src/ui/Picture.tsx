import type { ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addressOf, fetched } from '../api/pictures';

/** In place of a picture that cannot be had: the browser shows its words instead. */
const BROKEN = 'data:,';

/** The picture of a row, wherever its bytes come from. */
export function Picture({ image, ...rest }: { image: string } & ComponentProps<'img'>) {
  const [own, setOwn] = useState<string | undefined>();
  const address = addressOf(image);
  useEffect(() => {
    if (address) return;
    let shown = true;
    const take = (found: string) => shown && setOwn(found);
    fetched(image).then(take, () => take(BROKEN));
    return () => {
      shown = false;
    };
  }, [image]);
  return <img {...rest} src={address ?? own} />;
}
