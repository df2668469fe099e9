import { openTurnStage } from '../../catalogue/product/model-view-opener.ts';

/**
 * Turns the figure at the top of the home page: by its button, or by a finger or mouse drawn across the picture. Loaded when
 * somebody touches the figure; the 3D code and the model are fetched with the first turn and never before.
 */
const hero = document.querySelector<HTMLElement>('[data-hero]');
const picture = hero?.querySelector<HTMLElement>('[data-hero-picture]');
const button = hero?.querySelector<HTMLButtonElement>('[data-look]');

/** How far a finger goes across before it turns the figure, in px; less is a tap. */
const DRAWN_PX = 10;

if (hero && picture && button) {
  const watched = new AbortController();
  const { signal } = watched;
  let from: number | null = null;
  let isDrawn = false;
  const open = async () => {
    if (await openTurnStage(button, picture, hero.querySelector('[data-look-word]'))) watched.abort();
  };
  button.addEventListener('click', () => void open(), { signal });
  picture.addEventListener(
    'pointermove',
    ({ buttons, clientX }) => {
      if (buttons === 0) {
        from = null;
        return;
      }
      from ??= clientX;
      if (Math.abs(clientX - from) < DRAWN_PX) return;
      isDrawn = true;
      void open();
    },
    { signal },
  );
  // A mouse would drag the picture itself away.
  picture.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  // Where the picture was drawn across, its link is not followed.
  picture.addEventListener(
    'click',
    (event) => {
      if (isDrawn && event.target instanceof Element && event.target.closest('a')) event.preventDefault();
      isDrawn = false;
    },
    { signal },
  );
}
