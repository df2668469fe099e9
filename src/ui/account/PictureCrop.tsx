import { useEffect, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';

interface PictureCropProps {
  file: File;
  /** Width by height of the part that is kept. */
  aspect?: number;
  /** Whether it is shown as a circle later. */
  round?: boolean;
  /** The width of what is sent, in px; the server keeps no more. */
  widthPx?: number;
  /** A photo is sent as JPEG, and can be turned by quarters. */
  photo?: boolean;
  busy: boolean;
  onSave: (picture: Blob) => void;
  onCancel: () => void;
}

/** Lets a person choose the part of a picture that is kept. A file the browser cannot read is sent whole: the server says why not. */
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
  const [turned, setTurned] = useState(0);
  const [area, setArea] = useState<Area | null>(null);
  const [unreadable, setUnreadable] = useState(false);

  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    setUnreadable(false);
    const probe = new Image();
    probe.onerror = () => setUnreadable(true);
    probe.src = made;
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const keep = async () =>
    onSave(area && address && !unreadable ? await partOf(address, area, widthPx, photo, turned) : file);

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
                rotation={turned}
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
                  onClick={() => setTurned((turned + 90) % 360)}
                >
                  Turn to the right
                </button>
              </div>
            )}
          </>
        )
      )}
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-small" aria-busy={busy} onClick={keep}>
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
 * The chosen part as a picture no wider than asked.
 * @param area of the turned picture, in its own px. @param turned by how much, in degrees clockwise: 0, 90, 180 or 270.
 * @throws Error when the browser cannot draw it.
 */
async function partOf(
  address: string,
  area: Area,
  widthPx: number,
  photo: boolean,
  turned: number,
): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const { naturalWidth, naturalHeight } = picture;
  const lies = turned % 180 !== 0;
  const scale = Math.min(1, widthPx / area.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(area.width * scale);
  canvas.height = Math.round(area.height * scale);
  const pen = canvas.getContext('2d');
  pen?.scale(scale, scale);
  pen?.translate(
    (lies ? naturalHeight : naturalWidth) / 2 - area.x,
    (lies ? naturalWidth : naturalHeight) / 2 - area.y,
  );
  pen?.rotate((turned * Math.PI) / 180);
  pen?.drawImage(picture, -naturalWidth / 2, -naturalHeight / 2);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser could not draw the picture'))),
      photo ? 'image/jpeg' : 'image/png',
      0.9,
    );
  });
}
