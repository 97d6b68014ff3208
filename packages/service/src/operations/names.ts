type Named = { readonly name: string };

/** `goalTypes` for `goalTypes.list`. */
export function groupOf({ name }: Named): string {
  return name.split('.')[0] ?? name;
}

export type Singular<Name extends string> = Name extends `${infer One}s` ? One : Name;

/** `goalType` for `goalTypes`. */
export function singularOf<Name extends string>(group: Name): Singular<Name> {
  // `Singular` does the same with types.
  return group.replace(/s$/, '') as Singular<Name>;
}

/** `GoalType` for `goalTypes`. */
export function typeNameOf(operation: Named): string {
  return capital(singularOf(groupOf(operation)));
}

export function capital<Text extends string>(text: Text): Capitalize<Text> {
  // `Capitalize` does the same with types.
  return (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<Text>;
}

type GroupOf<Name extends string> = Name extends `${infer Group}.${string}` ? Group : never;
type VerbOf<Name extends string, Group extends string> = Name extends `${Group}.${infer Verb}` ? Verb : never;

/** The type of `{ goalTypes: { list } }`, from the literal name `goalTypes.list`. */
export type ByName<One extends Named> = {
  [Group in GroupOf<One['name']>]: { [Each in One as VerbOf<Each['name'], Group>]: Each };
};

/** Operations by group and verb. Throws if two have the same name. */
export function byName<One extends Named>(all: readonly One[]): ByName<One> {
  const groups: Record<string, Record<string, One>> = {};
  for (const one of all) {
    const name = groupOf(one);
    const verb = one.name.slice(name.length + 1);
    groups[name] ??= {};
    const group = groups[name];
    if (verb in group) throw new Error(`Two operations are called ${one.name}.`);
    group[verb] = one;
  }
  // The keys are the parts of the names, as the type says.
  return groups as ByName<One>;
}
