import { pictureSrcSet } from '#domain/picture-url.ts';
import { Icon } from './Icon.tsx';

interface PictureProps {
  src: string;
  /** Display width, as CSS `sizes`. */
  sizes?: string;
}

/** A square product picture from our own origin; a drawn box without one. */
export function Picture({ src, sizes = '10rem' }: PictureProps) {
  return (
    <div className="picture">
      {src ? (
        <img
          src={src}
          srcSet={pictureSrcSet(src)}
          sizes={sizes}
          alt=""
          width="320"
          height="320"
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className="no-picture muted" aria-hidden="true">
          <Icon name="box" />
        </span>
      )}
    </div>
  );
}
