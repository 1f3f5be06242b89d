package bearoff

// A record is nine numbers of 24 bits, five probabilities and four equities, and
// a zero.
const (
	hyperRecordSize = 28
	hyperUnit       = 1<<24 - 1 // probability of 1, or equity of 3
	hyperSixth      = float32(1) / 6
)

// appendHyperRecord appends a record. Numbers are truncated, not rounded.
func appendHyperRecord(dst []byte, v *hyperValue) []byte {
	for _, p := range v.outputs {
		dst = appendUint24(dst, p*hyperUnit)
	}
	for _, e := range [...]float32{v.owned, v.centred, v.jacoby, v.opponent} {
		share := float32(e*hyperSixth) + 0.5
		dst = appendUint24(dst, share*hyperUnit)
	}
	return append(dst, 0)
}

func appendUint24(dst []byte, f float32) []byte {
	u := uint32(f)
	return append(dst, byte(u), byte(u>>8), byte(u>>16))
}

// hyperNumber returns the number with index 0 to 8 of a record, as a share of
// the largest possible number.
func hyperNumber(record []byte, place int) float32 {
	b := record[3*place : 3*place+3]
	return float32(uint32(b[0])|uint32(b[1])<<8|uint32(b[2])<<16) / hyperUnit
}

// hyperEquity returns the equity with index 5 to 8 of a record.
func hyperEquity(record []byte, place int) float32 {
	return (hyperNumber(record, place) - 0.5) * 6
}
