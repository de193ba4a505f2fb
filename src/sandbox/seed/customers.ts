/** The default customer, with sixty notifications. */
export const defaultCustomer = 'customer-48210';

/** A second customer, with four notifications, to show that customers share no data. */
export const secondCustomer = 'customer-51377';
