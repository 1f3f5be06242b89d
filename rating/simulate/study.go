package simulate

// Row is a match.
type Row struct {
	Pair             int32   // index in the grid
	PlayerA, PlayerB string  // names
	CheckerA, CubeA  float32 // noise of A, see [Player]
	CheckerB, CubeB  float32

	Length int32
	Match  int32  // its number among those of the pair and length, from 0
	Seed   uint64 // of these; bench match --unpaired plays them again

	Won          bool // by A
	Games, Plies int32

	// Luck is A's chance to win with the luck taken off: 1 or 0 for the result
	// less the luck of both sides' rolls. That of one match may lie outside 0 to
	// 1; the mean is that of the results.
	Luck float64

	// What decisions cost by the judge's opinion, in normalised equity: plays with
	// more than one to choose from; cube decisions that were actual or close,
	// where the sum is of all.
	PlaysA, PlaysB         int32
	PlayErrorA, PlayErrorB float64
	CubesA, CubesB         int32
	CubeErrorA, CubeErrorB float64
}

// Study is what a simulation found.
type Study struct {
	Grid     Grid
	Seed     uint64
	Analysis int               // how many plies the judge looks ahead
	Model    string            // that plays and judges: its name
	Digests  map[string]string // of all models, by name
	Toolkit  string            // version

	Rows   []Row  // by pair, length and match
	Digest string // of the file, SHA-256 in hexadecimal; empty if there is none
}
