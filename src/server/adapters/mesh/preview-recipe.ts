/** The version of `meshPreview`. Raise it when previews improve: all of them are then regenerated. */
export const PREVIEW_RECIPE = 1;
