/** How webhook identifiers look outside; columns hold the bare UUID. */
export const configId = (uuid: string): string => `wh_${uuid}`
export const eventId = (uuid: string): string => `evt_${uuid}`
export const deliveryId = (uuid: string): string => `dlv_${uuid}`
