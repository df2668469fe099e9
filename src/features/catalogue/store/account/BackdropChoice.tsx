import { BACKDROPS, type Backdrop } from '../../../../domain/catalogue/store.ts';
import { ColourChoice } from '../../../../ui/account/ColourChoice.tsx';
import { ColourField } from '../../../../ui/account/ColourField.tsx';

/** With which colour an own backdrop begins. */
const FIRST_OWN = '#7a6a8c';

/** Radio buttons for the backdrop of pictures: one of ours, or the seller's own colour. `none` offers to choose none. */
export function BackdropChoice<Chosen extends Backdrop | ''>({
  legend,
  chosen,
  none,
  onChoose,
}: {
  legend: string;
  chosen: Chosen;
  none?: string;
  onChoose: (backdrop: Backdrop | Chosen) => void;
}) {
  const own = chosen.startsWith('#') ? (chosen as Backdrop) : null;
  const named = Object.entries(BACKDROPS).map(([key, { name, colour }]) => ({ key, name, colour }));
  return (
    <div className="grid gap-4">
      <ColourChoice
        legend={legend}
        chosen={own === null ? chosen : 'own'}
        colours={[
          ...(none === undefined ? [] : [{ key: '', name: none, colour: 'none' }]),
          ...named,
          { key: 'own', name: 'Custom', colour: own ?? FIRST_OWN },
        ]}
        onChoose={(key) => onChoose((key === 'own' ? FIRST_OWN : key) as Backdrop | Chosen)}
      />
      {own !== null && (
        <ColourField label="Your backdrop" value={own} onChange={(colour) => onChoose(colour as Backdrop)} />
      )}
    </div>
  );
}
