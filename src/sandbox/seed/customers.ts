/** The seeded customer: the one with sixty notifications. */
export const defaultCustomer = 'customer-48210';

/** Another one with a few, for those who want to see that two customers share nothing. */
export const secondCustomer = 'customer-51377';
