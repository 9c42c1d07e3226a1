/** Our own small drawing: a strip of punched tape and the line that it records. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="1" y="4" width="30" height="24" rx="4" fill="#f4e7c3" stroke="#6b5a2a" stroke-width="1.5"/>
<g fill="#6b5a2a"><circle cx="6" cy="8" r="1.3"/><circle cx="12.7" cy="8" r="1.3"/><circle cx="19.3" cy="8" r="1.3"/><circle cx="26" cy="8" r="1.3"/><circle cx="6" cy="24" r="1.3"/><circle cx="12.7" cy="24" r="1.3"/><circle cx="19.3" cy="24" r="1.3"/><circle cx="26" cy="24" r="1.3"/></g>
<path d="M5 20l7-5 5 2.5 10-7" fill="none" stroke="#0b6b3a" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;
