/** The line of the log by which a service says that it is open, and its address. */
export const readyLine = /"message":"ready","url":"([^"]+)"/;

/** What the demo says, which people read. */
export const demoLine = /Papertape is open at (\S+)\n/;
