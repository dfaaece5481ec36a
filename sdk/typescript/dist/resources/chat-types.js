/** Types of chat and text completions: common fields are typed, provider-specific ones pass through. */
export {};
