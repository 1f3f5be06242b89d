package digest

import "hash/crc32"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum returns the CRC-32C of data. It detects damage; it is shorter than a digest and
// faster to compute.
func Checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// AddChecksum returns the checksum of earlier data followed by data; sum is the checksum of
// the earlier data.
func AddChecksum(sum uint32, data []byte) uint32 { return crc32.Update(sum, castagnoli, data) }
