import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';

interface PictureCropProps {
  file: File;
  /** Width by height of the cropped picture. */
  aspect?: number;
  /** Whether it will be shown as a circle. */
  round?: boolean;
  /** The width of the uploaded picture, in px; the server stores no more. */
  widthPx?: number;
  /** A photo is sent as JPEG and can be rotated by quarters. */
  photo?: boolean;
  busy: boolean;
  onSave: (picture: Blob) => void;
  onCancel: () => void;
}

/** Crops a picture. A file the browser cannot read is sent unchanged; the server says why it is refused. */
export default function PictureCrop({
  file,
  aspect = 1,
  round = false,
  widthPx = 512,
  photo = false,
  busy,
  onSave,
  onCancel,
}: PictureCropProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [rotation, setRotation] = useState(0);
  const [area, setArea] = useState<Area | null>(null);
  const [unreadable, setUnreadable] = useState(false);

  useEffect(() => {
    const url = URL.createObjectURL(file);
    setAddress(url);
    setUnreadable(false);
    const probe = new Image();
    probe.onerror = () => setUnreadable(true);
    probe.src = url;
    return () => URL.revokeObjectURL(url);
  }, [file]);

  const save = async () =>
    onSave(area && address && !unreadable ? await cropped(address, area, widthPx, photo, rotation) : file);

  return (
    <div className="grid gap-4">
      {unreadable ? (
        <p className="notice" role="alert">
          Your browser cannot show this file. It should be a JPEG, PNG or WebP picture.
        </p>
      ) : (
        address && (
          <>
            <div className="relative h-72 overflow-hidden rounded-xl bg-paper-2">
              <Cropper
                image={address}
                crop={crop}
                zoom={zoom}
                rotation={rotation}
                aspect={aspect}
                cropShape={round ? 'round' : 'rect'}
                showGrid={false}
                disableAutomaticStylesInjection
                onCropChange={setCrop}
                onZoomChange={setZoom}
                onCropComplete={(_, pixels) => setArea(pixels)}
              />
            </div>
            <label className="grid gap-1">
              <span className="label">Zoom</span>
              <input
                type="range"
                min="1"
                max="4"
                step="0.05"
                value={zoom}
                onChange={(event) => setZoom(Number(event.target.value))}
              />
            </label>
            {photo && (
              <div>
                <button
                  type="button"
                  className="btn btn-quiet btn-small"
                  onClick={() => setRotation((rotation + 90) % 360)}
                >
                  Rotate right
                </button>
              </div>
            )}
          </>
        )
      )}
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-small" aria-busy={busy} onClick={save}>
          Save picture
        </button>
        <button type="button" className="btn btn-quiet btn-small" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}

/**
 * The chosen area as a picture at most `widthPx` wide.
 * @param area in px of the rotated picture. @param rotation in degrees clockwise: 0, 90, 180 or 270.
 * @throws Error when the browser cannot draw it.
 */
async function cropped(
  address: string,
  area: Area,
  widthPx: number,
  photo: boolean,
  rotation: number,
): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { naturalWidth, naturalHeight } = picture;
  const isSideways = rotation % 180 !== 0;
  const scale = Math.min(1, widthPx / area.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(area.width * scale);
  canvas.height = Math.round(area.height * scale);
  const pen = canvas.getContext('2d');
  pen?.scale(scale, scale);
  pen?.translate(
    (isSideways ? naturalHeight : naturalWidth) / 2 - area.x,
    (isSideways ? naturalWidth : naturalHeight) / 2 - area.y,
  );
  pen?.rotate((rotation * Math.PI) / 180);
  pen?.drawImage(picture, -naturalWidth / 2, -naturalHeight / 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser could not draw the picture'))),
      photo ? 'image/jpeg' : 'image/png',
      0.9,
    );
  });
}
