import { useEffect, useRef, useState } from 'react';
import { pictureSrcSet } from '#domain/picture-url.ts';
import { Icon } from './Icon.tsx';

/** Distance from the viewport at which a picture starts to load (spec §2). */
const MARGIN = '50px';

interface LazyImageProps {
  src: string;
  alt: string;
  /** True above the fold: loads at once. */
  eager?: boolean;
  /** Display width as CSS `sizes`; defaults to a card's 200 px. */
  sizes?: string;
}

/** A square product picture; 'Image unavailable' when it is missing or fails. */
export function LazyImage({ src, alt, eager = false, sizes = '200px' }: LazyImageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(eager);
  const [failedSrc, setFailedSrc] = useState<string | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (isNear || !element) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);

  const picture = (
    <img
      ref={(image) => {
        // A server-rendered picture may have failed before hydration.
        if (image?.complete && image.naturalWidth === 0) setFailedSrc(src);
      }}
      src={src}
      srcSet={pictureSrcSet(src)}
      sizes={sizes}
      alt={alt}
      width={200}
      height={200}
      onError={() => setFailedSrc(src)}
    />
  );
  return (
    <div className="picture" ref={frame}>
      {!src || failedSrc === src ? (
        <span className="no-picture muted">
          <Icon name="box" />
          <span>Image unavailable</span>
        </span>
      ) : isNear ? (
        picture
      ) : (
        <noscript>{picture}</noscript>
      )}
    </div>
  );
}
