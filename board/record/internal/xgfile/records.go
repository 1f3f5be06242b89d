package xgfile

// RecordSize is the number of bytes of a record.
const RecordSize = 2560

const (
	kindOffset     = 8
	currentVersion = 30         // of the records that are written
	wideVersion    = 24         // the first with texts in UTF-16
	matchMagic     = 0x494C4D44 // in the record of a match
	wideSize       = 129        // units of such a text
)

// Record is one of the kinds below.
type Record interface {
	// Offset returns the offset of the record in the list of records, in bytes.
	Offset() int

	setOffset(at int)
	kind() byte
	fields(c *codec)
}

type place struct{ offset int }

func (p *place) Offset() int      { return p.offset }
func (p *place) setOffset(at int) { p.offset = at }

// newRecord returns an empty record of a kind, nil for the unused kind.
func newRecord(kind byte) (r Record, known bool) {
	switch kind {
	case 0:
		return &Match{}, true
	case 1:
		return &Game{}, true
	case 2:
		return &Cube{}, true
	case 3:
		return &Move{}, true
	case 4:
		return &GameEnd{}, true
	case 5:
		return &MatchEnd{}, true
	}
	return nil, kind == 6
}

// Money is the Length of a money session.
const Money = 99999

// Match is the first record of a file.
type Match struct {
	place
	Players     [2]string // 1 and 2
	Length      int32     // Money for a session
	Variant     int32     // 0 backgammon, 1 Nackgammon, 2 hypergammon, 3 Longgammon
	Crawford    bool
	Jacoby      bool
	Beavers     bool
	AutoDoubles bool
	Ratings     [2]float64
	Experience  [2]int32
	Date        float64 // days since 1899-12-30
	Event       string
	Place       string
	Round       string
	Transcriber string
	Version     int32
	Comments    [2]int32 // before and after, -1 for none
	CubeLimit   int32    // exponent of 2
	Clock       Clock
	mark        int32
}

// Clock is the time control of a match, with times in seconds.
type Clock struct {
	Kind         int32 // 0 none, 1 Fischer, 2 Bronstein
	PerGame      int32 // not 0: reset for each game
	Initial      int32
	PerMove      int32
	Penalty      int32 // points
	Left         [2]int32
	PenaltyMoney int32
}

func (m *Match) kind() byte { return 0 }

func (m *Match) fields(c *codec) {
	if c.write {
		m.Version = currentVersion
	}
	c.int32(92, &m.Length, &m.Variant)
	for i, v := range []*bool{&m.Crawford, &m.Jacoby, &m.Beavers, &m.AutoDoubles} {
		c.flag(100+i, v)
	}
	c.float64(104, &m.Ratings[0], &m.Ratings[1])
	c.int32(120, &m.Experience[0], &m.Experience[1])
	c.float64(128, &m.Date)
	c.int32(552, &m.Version)
	if c.write {
		m.mark = matchMagic
	}
	c.int32(556, &m.mark)
	c.int32(576, &m.Comments[0], &m.Comments[1])
	c.int32(612, &m.CubeLimit)
	m.texts(c)
	k := &m.Clock
	c.int32(1912, &k.Kind, &k.PerGame, &k.Initial, &k.PerMove, &k.Penalty, &k.Left[0], &k.Left[1], &k.PenaltyMoney)
}

// texts copies the texts, which are stored twice: short for old programs and
// wide for newer ones.
func (m *Match) texts(c *codec) {
	if c.write || m.Version < wideVersion {
		c.short(9, 40, &m.Players[0])
		c.short(50, 40, &m.Players[1])
		c.short(136, 128, &m.Event)
		c.short(283, 128, &m.Place)
		c.short(417, 128, &m.Round)
	}
	if c.write || m.Version >= wideVersion {
		for i, v := range []*string{&m.Event, &m.Players[0], &m.Players[1], &m.Place, &m.Round} {
			c.wide(622+2*wideSize*i, wideSize, v)
		}
		c.wide(1960, wideSize, &m.Transcriber)
	}
}

// Position has 26 places from the point of view of one player: 1 to 24, 25 the
// own bar, 0 the opponent's bar. The opponent's checkers are negative.
type Position [26]int8

// Game is the record at the start of a game.
type Game struct {
	place
	Scores      [2]int32 // of players 1 and 2
	Crawford    bool
	Start       Position // from player 1's point of view; empty for the usual start
	Number      int32
	Comments    [2]int32 // before and after
	AutoDoubles int32
}

func (g *Game) kind() byte { return 1 }

func (g *Game) fields(c *codec) {
	c.int32(12, &g.Scores[0], &g.Scores[1])
	c.flag(20, &g.Crawford)
	c.int8s(21, g.Start[:])
	c.int32(48, &g.Number)
	c.int32(56, &g.Comments[0], &g.Comments[1])
	c.int32(64, &g.AutoDoubles)
}

// GameEnd is the record at the end of a game.
type GameEnd struct {
	place
	Scores   [2]int32
	Crawford bool
	Winner   int32
	Points   int32
	How      int32 // 0 dropped, 1 to 3 won; plus Resigned or Settled
}

// Added to How of a GameEnd.
const (
	Resigned = 100
	Settled  = 1000
)

func (g *GameEnd) kind() byte { return 4 }

func (g *GameEnd) fields(c *codec) {
	c.int32(12, &g.Scores[0], &g.Scores[1])
	c.flag(20, &g.Crawford)
	c.int32(24, &g.Winner, &g.Points, &g.How)
}

// MatchEnd is the last record of a match.
type MatchEnd struct {
	place
	Scores     [2]int32
	Winner     int32
	Ratings    [2]float64
	Experience [2]int32
	Date       float64
}

func (m *MatchEnd) kind() byte { return 5 }

func (m *MatchEnd) fields(c *codec) {
	c.int32(12, &m.Scores[0], &m.Scores[1], &m.Winner)
	c.float64(24, &m.Ratings[0], &m.Ratings[1])
	c.int32(40, &m.Experience[0], &m.Experience[1])
	c.float64(48, &m.Date)
}
