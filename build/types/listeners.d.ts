type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

/** The property that takes the listener, as frameworks with components call it: `onNudgeOpen` for `nudge-open`. */
export type ListenerName<Name extends string> = `on${PascalCase<Name>}`;

export type Listener<Event> = ((event: Event) => void) | undefined;
