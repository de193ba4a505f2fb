/** `customerPools` or `customer-pools` becomes `CustomerPools`. */
export const toPascal = (name) => name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());

/** `customer-pools` or `CustomerPools` becomes `customerPools`. */
export const toCamel = (name) => toPascal(name).replace(/^\w/, (letter) => letter.toLowerCase());

/** `customerPools` becomes `customer-pools`. */
export const toKebab = (name) => toCamel(name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
