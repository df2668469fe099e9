import { useState } from 'react';
import { fileSizeText } from '../../../../../domain/kernel/file-size.ts';
import type { Attachment } from '../../../../../domain/messaging/message.ts';
import { paths } from '../../../../../paths.ts';
import { Icon } from '../../../../../ui/Icon.tsx';

/** Largest size of a picture in the log, in px. */
const MAX_HEIGHT_PX = 320;
const MAX_WIDTH_PX = 320;

/** The attachments of a message: pictures are shown, files are links. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1 p-1">
      {attachments.map((one) => (
        <li key={one.id} className="min-w-0 max-w-full">
          <AttachmentView attachment={one} href={paths.attachment(one.id)} />
        </li>
      ))}
    </ul>
  );
}

function AttachmentView({ attachment, href }: { attachment: Attachment; href: string }) {
  const [isBroken, setBroken] = useState(false);
  const { kind, name, sizeBytes, width, height } = attachment;
  if (kind === 'picture' && !isBroken) {
    const [w, h] = shownSize(width ?? 4, height ?? 3);
    return (
      <a href={href} target="_blank" rel="noreferrer" aria-label={`Picture: ${name}`}>
        <img
          className="max-w-full rounded-[0.875rem] bg-paper-2 object-cover"
          src={href}
          width={w}
          height={h}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      </a>
    );
  }
  return (
    <a
      href={href}
      download={name}
      className="flex min-h-12 items-center gap-2.5 rounded-[0.875rem] bg-card px-3 py-2 hover:text-verdigris"
    >
      <span className="flex-none text-verdigris">
        <Icon name="file" />
      </span>
      <span className="min-w-0 leading-tight">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-3">{fileSizeText(sizeBytes)}</span>
      </span>
    </a>
  );
}

/** The size reserved for a picture, so that nothing shifts when it loads. */
function shownSize(width: number, height: number): [number, number] {
  const scale = Math.min(1, MAX_WIDTH_PX / width, MAX_HEIGHT_PX / height);
  return [Math.round(width * scale), Math.round(height * scale)];
}
