/** What the names of the sessions at PostgreSQL begin with, by which processes of one league know each other. */
export const lockNames = 'papertape lock ';
export const standbyNames = 'papertape standby ';
/** Of those of the process that serves, but its lock and its intake. A process that begins to serve ends all of them. */
export const servingNames = 'papertape serving ';
/** Of processes of role web: after it come version, port and the last mark that is shown there. */
export const webNames = 'papertape web ';
/** Of processes of role engine: after it come version, version of the rules and port. */
export const engineNames = 'papertape engine ';
/** Of the sessions in which these hear of changes. */
export const listenNames = 'papertape listen';
/** Of the sessions that orders are stored in, of every process that stores some. */
export const intakeNames = 'papertape intake ';
