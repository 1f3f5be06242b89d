package kernel

// tileShapes describes the tiles of a matrix unit as LDTILECFG reads it: the palette, then
// the bytes in a row of each tile from 16 on, and the rows of each from 48 on.
type tileShapes [64]byte

// fullTiles describes eight tiles of 16 rows of 64 bytes.
var fullTiles = func() (s tileShapes) {
	s[0] = 1
	for t := range 8 {
		s[16+2*t] = 64
	}
	s.setRows(16)
	s[48+6], s[48+7] = 16, 16
	return s
}()

// setRows sets the rows of the tiles 0 to 5, which hold left factors and sums; the other two
// hold right factors.
func (s *tileShapes) setRows(rows int) {
	for t := range 6 {
		s[48+t] = byte(rows)
	}
}
