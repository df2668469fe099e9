import { useRef } from 'react';
import type { LibraryProduct } from '../../../../data/library/library.ts';
import { paths } from '../../../../paths.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { openModelView } from '../../../catalogue/product/model-view-opener.ts';

/** The pictures of an owned product as a strip that is swiped, and its model in 3D, as on its public page. */
export function OwnedGallery({ product: { id, name, pictures, preview } }: { product: LibraryProduct }) {
  const strip = useRef<HTMLUListElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  if (pictures.length === 0) return null;
  return (
    <div className="w-full flex-none sm:w-80">
      <div className="relative">
        <ul ref={strip} className="gallery-strip picture" aria-label="Pictures">
          {pictures.map(({ file, alt }, place) => (
            <li key={file} id={`picture-${place + 1}`}>
              <a
                href={paths.picture('products', id, file, 1280)}
                aria-label={`Enlarge picture ${place + 1} of ${pictures.length}: ${alt}`}
                onClick={(event) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey || !strip.current) return;
                  event.preventDefault();
                  const links = [...strip.current.querySelectorAll('a')];
                  const first = event.currentTarget;
                  void import('../../../catalogue/product/zoom.ts').then(({ openZoom }) =>
                    openZoom(links, first),
                  );
                }}
              >
                <img
                  className="aspect-square"
                  src={paths.picture('products', id, file, 640)}
                  alt={alt}
                  width={640}
                  height={640}
                  loading={place === 0 ? undefined : 'lazy'}
                />
              </a>
            </li>
          ))}
        </ul>
        {preview && (
          <button
            type="button"
            className="btn btn-small look-3d"
            data-look={paths.preview(id, preview.hash)}
            data-name={name}
            data-size={`${preview.size.x} ${preview.size.y} ${preview.size.z}`}
            onClick={(event) => void openModelView(event.currentTarget, status.current)}
          >
            <Icon name="box" size={18} />
            View in 3D
          </button>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className="thumbs mt-2" aria-label="Choose a picture">
          {pictures.map(({ file }, place) => (
            <li key={file}>
              <a
                className="thumb picture"
                href={`#picture-${place + 1}`}
                aria-label={`Picture ${place + 1}`}
                onClick={(event) => {
                  event.preventDefault();
                  strip.current?.scrollTo({ left: place * strip.current.clientWidth });
                }}
              >
                <img
                  src={paths.picture('products', id, file, 160)}
                  alt=""
                  width={160}
                  height={160}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {preview && <p className="empty mt-2" role="status" ref={status} hidden />}
    </div>
  );
}
