package format

// HyperSize is the size in bytes of a record of a hypergammon database: nine numbers of 24 bits,
// five probabilities and four equities, and a zero.
const HyperSize = 28

const (
	hyperUnit  = 1<<24 - 1 // probability of 1, or equity of 3
	hyperSixth = float32(1) / 6
)

// Hyper is a record of a hypergammon database: the probabilities to win, win a gammon, win a
// backgammon, lose a gammon and lose a backgammon, and the equities by the owner of the cube.
type Hyper struct {
	Probabilities [5]float32
	Owned         float32
	Centred       float32
	CentredJacoby float32
	OppOwned      float32
}

// AppendHyper appends a record. Numbers are truncated, not rounded.
func AppendHyper(dst []byte, h Hyper) []byte {
	for _, p := range h.Probabilities {
		dst = appendUint24(dst, p*hyperUnit)
	}
	for _, e := range [...]float32{h.Owned, h.Centred, h.CentredJacoby, h.OppOwned} {
		share := float32(e*hyperSixth) + 0.5
		dst = appendUint24(dst, share*hyperUnit)
	}
	return append(dst, 0)
}

func appendUint24(dst []byte, f float32) []byte {
	u := uint32(f)
	return append(dst, byte(u), byte(u>>8), byte(u>>16))
}

// ParseHyper parses a record.
func ParseHyper(record []byte) (h Hyper) {
	for i := range h.Probabilities {
		h.Probabilities[i] = hyperNumber(record, i)
	}
	h.Owned = hyperEquity(record, 5)
	h.Centred = hyperEquity(record, 6)
	h.CentredJacoby = hyperEquity(record, 7)
	h.OppOwned = hyperEquity(record, 8)
	return h
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
