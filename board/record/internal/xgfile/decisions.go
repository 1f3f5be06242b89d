package xgfile

// Evaluation is the evaluation of a position: the probabilities to lose a
// backgammon, lose a gammon or more, lose, win, win a gammon or more, win a
// backgammon, and the equity.
type Evaluation [7]float32

// NoError marks an error that was not computed.
const NoError = -1000

// Values of a Cube without a decision.
const (
	GameOver = -1 // a player had resigned
	NoChoice = -2 // the player could not double
)

// Cube is the decision about the cube before a roll.
type Cube struct {
	place
	Who      int32
	Double   int32 // 1 yes, 0 no, GameOver or NoChoice
	Answer   int32 // 0 drop, 1 take, 2 beaver, -1 none
	Beaver   int32 // answer to a beaver, 0 drop, 1 take, 2 raccoon, -1 none
	Raccoon  int32 // answer to a raccoon, 0 drop, 1 take, -1 none
	Cube     int32 // n > 0: player 1 owns it at 2 to the n, n < 0: player 2 at 2 to the -n, 0 centred
	Position Position
	Analysis CubeAnalysis
	Error    float64 // of the double
	TakeErr  float64 // of the answer
	Roll     string  // the next roll
	Rollout  int32
	Level    int32
	Comment  int32
}

// CubeAnalysis is the program's analysis of a cube decision, from the point of
// view of the player who may double.
type CubeAnalysis struct {
	Position Position
	Level    int32
	Away     [2]int32
	Cube     int32
	Owner    int32
	Jacoby   int32
	Crawford int16
	Beaver   int16
	Rolling  Evaluation // without a double
	Equities [3]float32 // no double, double and take, double and drop
	Doubled  Evaluation
}

func (d *Cube) kind() byte { return 2 }

func (d *Cube) fields(c *codec) {
	c.int32(12, &d.Who, &d.Double, &d.Answer, &d.Beaver, &d.Raccoon, &d.Cube)
	c.int8s(36, d.Position[:])
	d.Analysis.fields(c, 64)
	c.float64(200, &d.Error)
	c.short(208, 2, &d.Roll)
	c.float64(216, &d.TakeErr)
	c.int32(224, &d.Rollout)
	c.int32(232, &d.Level)
	c.int32(292, &d.Comment)
}

func (a *CubeAnalysis) fields(c *codec, at int) {
	c.int8s(at, a.Position[:])
	c.int32(at+28, &a.Level, &a.Away[0], &a.Away[1], &a.Cube, &a.Owner, &a.Jacoby)
	c.int16(at+52, &a.Crawford)
	c.int16(at+58, &a.Beaver)
	c.float32s(at+60, a.Rolling[:])
	c.float32s(at+88, a.Equities[:])
	c.float32s(at+104, a.Doubled[:])
}

// MaxCandidates is the maximal number of plays of a roll in a record.
const MaxCandidates = 32

// Move is a roll and its play.
type Move struct {
	place
	Before     Position // from the point of view of player 1
	After      Position // from the point of view of the moving player; empty if the roll was not played
	Who        int32
	Steps      [8]int32 // from, to; the mover's points less one
	Dice       [2]int32
	Cube       int32 // as in Cube
	Count      int32 // of candidates; may be any number in a damaged file
	Head       CandidatesHead
	Candidates [MaxCandidates]Candidate
	Error      float64
	Luck       float64
	Equity     float64 // before the roll
	Rollouts   [MaxCandidates]int32
	Level      int32 // of the analysis of the play, -1 for none
	LuckLevel  int32
	Comment    int32
}

// CandidatesHead is the situation for which the candidates were computed.
type CandidatesHead struct {
	Position Position
	Dice     [2]int32
	Level    int32
	Away     [2]int32
	Cube     int32
	Owner    int32
	Crawford int32
	Jacoby   int32
}

// Candidate is a play with its evaluation, from the point of view of the moving
// player.
type Candidate struct {
	Position   Position
	Steps      [8]int8
	Level      int16
	Evaluation Evaluation
}

func (m *Move) kind() byte { return 3 }

func (m *Move) fields(c *codec) {
	c.int8s(9, m.Before[:])
	c.int8s(35, m.After[:])
	c.int32(64, &m.Who)
	for i := range m.Steps {
		c.int32(68+4*i, &m.Steps[i])
	}
	c.int32(100, &m.Dice[0], &m.Dice[1], &m.Cube)
	c.int32(120, &m.Count)
	m.candidates(c, 124)
	played := true
	c.flag(2308, &played)
	c.float64(2312, &m.Error, &m.Luck)
	c.float64(2336, &m.Equity)
	for i := range m.Rollouts {
		c.int32(2344+4*i, &m.Rollouts[i])
	}
	c.int32(2472, &m.Level, &m.LuckLevel)
	c.int32(2524, &m.Comment)
}

// candidates copies the lists of positions, plays, levels and evaluations.
func (m *Move) candidates(c *codec, at int) {
	h := &m.Head
	c.int8s(at, h.Position[:])
	c.int32(at+28, &h.Dice[0], &h.Dice[1], &h.Level, &h.Away[0], &h.Away[1],
		&h.Cube, &h.Owner, &h.Crawford, &h.Jacoby)
	again := m.Count // the number is repeated before the lists
	c.int32(at+64, &again)
	for i := range m.Candidates {
		v := &m.Candidates[i]
		c.int8s(at+68+26*i, v.Position[:])
		c.int8s(at+900+8*i, v.Steps[:])
		c.int16(at+1156+4*i, &v.Level)
		c.float32s(at+1284+28*i, v.Evaluation[:])
	}
}
