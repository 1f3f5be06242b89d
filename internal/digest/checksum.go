package digest

import "hash/crc32"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC-32C of data: against damage, where a digest would take
// more room and time than it is worth.
func Checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// AddChecksum returns the checksum of data behind what has the given one.
func AddChecksum(sum uint32, data []byte) uint32 { return crc32.Update(sum, castagnoli, data) }
