package digest

import "hash/crc32"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC-32C of data. It detects damage and is shorter and faster
// than a digest.
func Checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// AddChecksum returns the checksum of earlier data, which has the given checksum,
// followed by data.
func AddChecksum(sum uint32, data []byte) uint32 { return crc32.Update(sum, castagnoli, data) }
