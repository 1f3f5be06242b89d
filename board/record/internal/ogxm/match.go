package ogxm

// Board has the checkers of each place, White's as positive numbers: White's bar, the
// points 1 to 24, Black's bar. White moves up, Black down.
type Board [26]int8

// Seats of the players.
const (
	White = iota
	Black
)

// Bits of Match.Rules.
const (
	Crawford = 1 << iota
	Jacoby
	Beaver
	Raccoon
	AutoDoubles
)

// Match is what a file says of the match as a whole.
type Match struct {
	Length         int // points, 0 for money
	Variant        int // 0 backgammon, 1 Nackgammon, 2 hypergammon, 3 longgammon
	Names          [2]string
	HasRules       bool
	Rules          int
	CubeLimit      int // 0 if not stated
	Start          [2]int
	Source         int    // 0 play, 1 .mat, 2 .xg, 3 transcribed, 4 .bgf, 5 .sgf
	Started        uint64 // milliseconds since 1970, 0 if not stated
	CrawfordBefore bool   // the Crawford game was played before the first game
	Event          string // at most 120 bytes
	EventYear      int
	Precision      int // of Started: 0 day, 1 month, 2 year
	Stage          string
	Round          int
	City, Country  string
	Site           string // the host name of a server
	Profiles       [2]Profile
}

// Profile is what a file says of a player.
type Profile struct {
	Rating int // in hundredths, 0 if not stated
}

const maxNumber = 1<<31 - 1

func (m *Match) code(r *record) {
	r.int("match_length", maxNumber, &m.Length)
	r.int("variant", maxNumber, &m.Variant)
	r.optionalText(0, "white_name", &m.Names[White])
	r.optionalText(1, "black_name", &m.Names[Black])
	if m.HasRules = r.has(2, m.HasRules); m.HasRules {
		r.int("rules", maxNumber, &m.Rules)
	}
	r.optionalInt(3, "cube_limit", maxNumber, &m.CubeLimit)
	if r.has(4, m.Start != [2]int{}) {
		r.int("score_start", maxNumber, &m.Start[White])
		r.int("score_start", maxNumber, &m.Start[Black])
	}
	if r.has(5, false) {
		var score [2]int // follows from the games
		r.int("score_final", maxNumber, &score[White])
		r.int("score_final", maxNumber, &score[Black])
	}
	r.skipInt(6, "result", 32)
	r.optionalInt(7, "source", maxNumber, &m.Source)
	if r.has(8, m.Started != 0) {
		r.varint("started_at", 64, &m.Started)
	}
	r.skipInt(9, "completed_at", 64)
	r.skipInt(10, "player_seat", 32)
	r.flag(11, &m.CrawfordBefore)
	m.codeEvent(r)
}

// codeEvent codes the fields of the event and of the players.
func (m *Match) codeEvent(r *record) {
	var other string
	r.optionalText(12, "event", &m.Event)
	r.optionalInt(13, "event_year", maxNumber, &m.EventYear)
	r.optionalInt(14, "date_precision", maxNumber, &m.Precision)
	r.optionalText(15, "stage", &m.Stage)
	r.optionalInt(16, "round", maxNumber, &m.Round)
	for bit, field := range []string{"table", "city", "country", "event_url", "site", "match_ref"} {
		v := map[string]*string{"city": &m.City, "country": &m.Country, "site": &m.Site}[field]
		if v == nil {
			other, v = "", &other
		}
		r.optionalText(17+bit, field, v)
	}
	for i, field := range []string{"white_profile", "black_profile"} {
		if p := &m.Profiles[i]; r.has(23+i, *p != Profile{}) {
			r.record(field, p.code)
		}
	}
}

func (p *Profile) code(r *record) {
	var user string
	r.optionalText(0, "user_id", &user)
	r.optionalInt(1, "rating", maxNumber, &p.Rating)
}

// Game is a game with its plies.
type Game struct {
	HasWinner   bool
	Winner      int // seat
	Points      int // 0 if not stated; not capped to the match
	Last        bool
	Board       *Board // at the start, nil for that of the variant
	Cube        int    // at the start, 0 for 1
	HasOwner    bool
	Owner       int // of the cube at the start: a seat, or 2 for nobody
	AutoDoubles int
	Termination int // 0 played, 1 dropped, 2 resigned, 3 settled, 4 forfeit
	Plies       []Ply
}

func (g *Game) code(r *record) {
	if g.HasWinner = r.has(0, g.HasWinner); g.HasWinner {
		r.int("winner", Black, &g.Winner)
	}
	r.optionalInt(1, "points_won", maxNumber, &g.Points)
	r.flag(2, &g.Last)
	r.optionalBoard(3, "initial_board", &g.Board)
	r.optionalInt(4, "initial_cube_value", maxNumber, &g.Cube)
	if g.HasOwner = r.has(5, g.HasOwner); g.HasOwner {
		r.int("initial_cube_owner", 2, &g.Owner)
	}
	r.optionalInt(6, "auto_doubles", 30, &g.AutoDoubles)
	r.optionalInt(7, "termination", maxNumber, &g.Termination)
}

// Actions of plies. Those below Double are rolls.
const (
	Double      = 21
	Take        = 22
	Drop        = 23
	GameOver    = 24
	MatchOver   = 25
	Final       = 26
	ResignGame  = 27
	ResignMatch = 28
	Forfeit     = 29
	Null        = 30
	SetPosition = 31
	BeaverPly   = 32
	RaccoonPly  = 33
	Settle      = 34
	CubeSet     = 36
	Pass        = 37 // a turn whose roll was not recorded
)

// rolls lists the dice of the actions below Double.
var rolls = func() (all [Double][2]byte) {
	i := 0
	for low := byte(1); low <= 6; low++ {
		for high := low; high <= 6; high++ {
			all[i] = [2]byte{low, high}
			i++
		}
	}
	return all
}()

// RollAction returns the action of a roll.
func RollAction(a, b byte) byte {
	for i, dice := range rolls {
		if dice == [2]byte{min(a, b), max(a, b)} {
			return byte(i)
		}
	}
	return Null
}

// Step is the move of a checker.
type Step struct {
	From, Pips byte // a place of Board; 1 to 6
}

// Ply is an action in a game.
type Ply struct {
	Action byte
	Seat   int
	Steps  []Step // of a roll, at most four
	Extras
}

// Extras are fields of a ply that most plies lack.
type Extras struct {
	Dice     [2]byte // of SetPosition after an illegal play
	Resign   int     // 1 to 3 points at a cube of 1, 0 if not stated
	Cube     int     // of CubeSet, 0 if not stated
	Illegal  bool
	Played   []Step // of an illegal play
	Board    *Board
	HasOwner bool
	Owner    int // of the cube: a seat, or 2 for nobody
}

// Roll returns the dice of a roll or of an illegal play, the larger first; zeros for other actions.
func (p *Ply) Roll() (high, low byte) {
	if p.Action < Double {
		return rolls[p.Action][1], rolls[p.Action][0]
	}
	return max(p.Dice[0], p.Dice[1]), min(p.Dice[0], p.Dice[1])
}

const (
	seatBit   = 1 << 6
	extrasBit = 1 << 7
)

// code codes a ply.
func (p *Ply) code(c *codec) {
	extras := !p.Extras.empty()
	b := p.Action | byte(p.Seat)<<6
	if extras {
		b |= extrasBit
	}
	c.byte("ply", &b)
	p.Action, p.Seat, extras = b&(seatBit-1), int(b>>6&1), b&extrasBit != 0
	if c.err == nil && p.Action < Double {
		p.codeSteps(c)
	}
	if extras {
		c.record("extras", p.Extras.code)
	}
}

// codeSteps codes the steps of a roll, which have the room of the dice.
func (p *Ply) codeSteps(c *codec) {
	room := 2
	if dice := rolls[p.Action]; dice[0] == dice[1] {
		room = 4
	}
	ended := false
	for i := range room {
		var b byte
		if c.writes && i < len(p.Steps) {
			b = p.Steps[i].byte()
		}
		c.byte("steps", &b)
		ended = ended || b == 0
		if !c.writes && c.err == nil && !ended {
			p.Steps = append(p.Steps, c.step(b))
		}
	}
}

func (s Step) byte() byte { return s.From | s.Pips<<5 }

// step returns the step of a byte.
func (c *codec) step(b byte) Step {
	s := Step{b & 31, b >> 5}
	if s.From > 25 || s.Pips < 1 || s.Pips > 6 {
		c.fail("steps", "the byte %#02x, want a place from 0 to 25 and 1 to 6 pips", b)
	}
	return s
}

// steps codes a list of steps.
func (c *codec) steps(field string, most int, list *[]Step) {
	n := c.count(field, most, len(*list))
	if c.writes {
		for _, s := range *list {
			c.b = append(c.b, s.byte())
		}
		return
	}
	for _, b := range c.take(field, n) {
		*list = append(*list, c.step(b))
	}
}

func (e *Extras) empty() bool {
	return e.Dice == [2]byte{} && e.Resign == 0 && e.Cube == 0 && !e.Illegal && e.Played == nil && e.Board == nil && !e.HasOwner
}

func (e *Extras) code(r *record) {
	if r.has(0, e.Dice != [2]byte{}) {
		r.byte("dice", &e.Dice[0])
		r.byte("dice", &e.Dice[1])
	}
	r.optionalInt(1, "resign_value", 3, &e.Resign)
	r.optionalInt(2, "cube_value", maxNumber, &e.Cube)
	r.flag(3, &e.Illegal)
	var settled *float64
	r.optionalEquity(4, "settle_value", &settled)
	if r.has(5, len(e.Played) > 0) {
		r.steps("steps", maxSteps, &e.Played)
	}
	r.optionalBoard(6, "board", &e.Board)
	r.skipInt(7, "action_ext", 32)
	if e.HasOwner = r.has(8, e.HasOwner); e.HasOwner {
		r.int("cube_owner", 2, &e.Owner)
	}
}
