// Needed by pages with lockdown() of SES, as of wallets and plugins, that run it before all else.
Object.freeze(Symbol);
