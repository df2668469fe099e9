import { actions } from 'astro:actions';
import { useState } from 'react';
import { BLOCK_LIMITS, type InformationBlock } from '../../../../domain/guild/guild-information.ts';
import { PICTURE_MAX_BYTES } from '../../../../domain/kernel/image-header.ts';
import { paths } from '../../../../paths.ts';
import { FileButton } from '../../../../ui/account/FileButton.tsx';
import { PICTURE_TYPES, pictureFileRefusal, pictureToSend } from '../../../../ui/account/picture-file.ts';
import { Field } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

type Picture = Extract<InformationBlock, { kind: 'image' }>;

/** The picture of a block. It is uploaded at once and public once the page is published. */
export function BlockPicture({
  block,
  guildId,
  onChange,
}: {
  block: Picture;
  guildId: string;
  onChange: (block: InformationBlock) => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, mutate } = useMutation();
  const upload = async (picture: File) => {
    const refusal = pictureFileRefusal(picture);
    setProblem(refusal);
    if (refusal) return;
    const form = new FormData();
    form.set('picture', await pictureToSend(picture, PICTURE_MAX_BYTES), picture.name);
    await mutate(
      () => actions.guildInformation.addPicture(form),
      null,
      ({ file }) => onChange({ ...block, file }),
    );
  };
  return (
    <>
      {block.file !== '' && (
        <img
          src={paths.picture('guilds', guildId, block.file, 640)}
          alt={block.alt}
          className="max-h-72 max-w-full rounded-xl"
        />
      )}
      <div>
        <FileButton
          label={block.file === '' ? 'Choose a picture' : 'Choose another picture'}
          accept={PICTURE_TYPES}
          busy={busy}
          onFiles={([file]) => void upload(file)}
        />
        {problem && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
      </div>
      <Field
        label="What it shows"
        name="alt"
        maxLength={BLOCK_LIMITS.alt}
        hint="Alternative text for screen readers."
        value={block.alt}
        onChange={(alt) => onChange({ ...block, alt })}
      />
    </>
  );
}
