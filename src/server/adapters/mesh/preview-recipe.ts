/** Raised whenever `meshPreview` makes something better of the same model: every preview is made anew then. */
export const PREVIEW_RECIPE = 1;
