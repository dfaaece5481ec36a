/** Request and response types of the other endpoints. */
export {};
