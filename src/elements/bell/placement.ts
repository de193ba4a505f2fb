/** Where the panel opens: below or above the bell, with its edge at the end or the start of the bell's line. */
export type Placement = 'bottom-end' | 'bottom-start' | 'top-end' | 'top-start';
