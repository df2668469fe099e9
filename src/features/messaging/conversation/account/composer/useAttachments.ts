import { useEffect, useRef, useState } from 'react';
import { ATTACHMENTS_MAX, type Attachment } from '../../../../../domain/messaging/message.ts';
import { attach } from '../conversation-requests.ts';

/** A file for a message: uploading, uploaded or refused. */
export interface AttachedFile {
  key: string;
  name: string;
  sizeBytes: number;
  /** Object URL of a picture; null for other files. */
  preview: string | null;
  /** As stored on the server; null before the upload ends. */
  attachment: Attachment | null;
  /** Why it was refused, as a sentence, or null. */
  refusal: string | null;
}

export interface Attachments {
  files: readonly AttachedFile[];
  /** The uploaded files. */
  ready: Attachment[];
  isBusy: boolean;
  /** Why not all chosen files were added, or null. */
  problem: string | null;
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
  clear: () => void;
}

/** Uploads files one after the other while the message is being written. */
export function useAttachments(conversationId: string): Attachments {
  const [files, setFiles] = useState<readonly AttachedFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const shown = useRef(files);
  shown.current = files;
  // Release the object URLs with the page.
  useEffect(() => () => shown.current.forEach(releasePreview), []);

  const change = (key: string, part: Partial<AttachedFile>) =>
    setFiles((known) => known.map((file) => (file.key === key ? { ...file, ...part } : file)));
  const send = async (key: string, file: File) => {
    // Removed while it was queued.
    if (!shown.current.some((one) => one.key === key)) return;
    const answer = await attach(conversationId, file);
    if (answer.kind === 'ok') change(key, { attachment: answer.data });
    else if (answer.kind === 'refused') change(key, { refusal: answer.sentence });
    else change(key, { refusal: 'You are offline. Attach it again when you are back online.' });
  };
  const add = (chosen: readonly File[]) => {
    const free = ATTACHMENTS_MAX - shown.current.length;
    setProblem(chosen.length > free ? `Attach at most ${ATTACHMENTS_MAX} files to a message.` : null);
    const accepted = chosen.slice(0, Math.max(0, free)).map((file) => ({ key: crypto.randomUUID(), file }));
    const rows = accepted.map(({ key, file }) => ({
      key,
      name: file.name,
      sizeBytes: file.size,
      preview: /^image\/(jpeg|png|webp)$/.test(file.type) ? URL.createObjectURL(file) : null,
      attachment: null,
      refusal: null,
    }));
    shown.current = [...shown.current, ...rows];
    setFiles(shown.current);
    for (const { key, file } of accepted) queue.current = queue.current.then(() => send(key, file));
  };
  return {
    files,
    ready: files.flatMap(({ attachment }) => (attachment ? [attachment] : [])),
    isBusy: files.some(({ attachment, refusal }) => attachment === null && refusal === null),
    problem,
    add,
    remove: (key) => {
      shown.current.filter((file) => file.key === key).forEach(releasePreview);
      setFiles((known) => known.filter((file) => file.key !== key));
      setProblem(null);
    },
    clear: () => {
      shown.current.forEach(releasePreview);
      setFiles([]);
      setProblem(null);
    },
  };
}

function releasePreview({ preview }: AttachedFile): void {
  if (preview !== null) URL.revokeObjectURL(preview);
}
