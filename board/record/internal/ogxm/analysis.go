package ogxm

// Producers of analyses.
const (
	OGX      = iota // HedgeHog
	XG              // eXtreme Gammon
	External        // another engine
	BGBlitz
	Human
)

// Currencies of equities.
const (
	Cubeless = iota
	Money
	MWC // match-winning chances
)

// Analysis is a block of decisions that one engine judged.
type Analysis struct {
	ID        []byte // 16 bytes
	Digest    []byte // 32 bytes: of the match, by [File.Digest]; nil for none
	Producer  int
	Level     *Level
	Model     string // name or ID of the engine
	HasUnit   bool
	Currency  int
	Decisions []Decision
}

const (
	idSize     = 16
	digestSize = 32
)

func (a *Analysis) code(r *record) {
	r.bytes("analysis_id", idSize, &a.ID)
	if r.has(0, a.Digest != nil) {
		r.bytes("match_digest", digestSize, &a.Digest)
	}
	r.optionalInt(1, "producer", maxNumber, &a.Producer)
	r.optionalLevel(2, &a.Level)
	complete := false
	r.flag(3, &complete)
	if r.has(4, false) {
		for range r.count("coverage", MaxPlies, 0) {
			var gap int
			r.int("coverage", maxNumber, &gap)
		}
	}
	var id, build, name string
	r.optionalText(5, "model_id", &id)
	if r.optionalText(6, "model_name", &a.Model); a.Model == "" {
		a.Model = id
	}
	r.skipBytes(7, "model_digest", digestSize)
	r.optionalText(8, "engine_build", &build)
	if a.HasUnit = r.has(9, a.HasUnit); a.HasUnit {
		r.int("currency", maxNumber, &a.Currency)
	}
	r.skipBytes(10, "cube_efficiency", 2)
	r.optionalText(11, "met_id", &name)
}

// Level is how deep an engine looked.
type Level struct {
	Preset    string
	CheckerAt int // plies for plays, 0 if not stated
	CubeAt    int // plies for cube decisions, 0 if not stated
	Rollout   bool
}

func (r *record) optionalLevel(bit int, l **Level) {
	if !r.has(bit, *l != nil) {
		return
	}
	if *l == nil {
		*l = new(Level)
	}
	r.record("level", (*l).code)
}

func (l *Level) code(r *record) {
	r.optionalText(0, "preset", &l.Preset)
	r.optionalInt(1, "checker_ply", maxNumber, &l.CheckerAt)
	r.optionalInt(2, "cube_ply", maxNumber, &l.CubeAt)
	if l.Rollout = r.has(3, l.Rollout); l.Rollout {
		r.record("rollout", func(*record) {})
	}
}

// Kinds of decisions.
const (
	Checker = iota
	Cube
	Resignation
	Luck
)

// Decision is a judged decision, or the luck of a roll.
type Decision struct {
	Ply          int // number of the ply in the match, from 0
	Kind         int
	Level        *Level
	Alternatives []Alternative // of a play, the best first

	// Of a cube decision.
	Verdict                          int
	NoDouble, DoubleTake, DoublePass *float64
	Chances                          *[5]float64

	Luck *float64
}

// Alternative is a play with its equity.
type Alternative struct {
	Steps   []Step
	Equity  float64
	Chances *[5]float64
	Level   *Level
}

func (d *Decision) code(r *record) {
	r.int("ply_ref", maxNumber, &d.Ply)
	r.int("kind", maxNumber, &d.Kind)
	switch d.Kind {
	case Checker:
		d.checker(r)
	case Cube:
		d.cube(r)
	case Luck:
		d.luck(r)
	}
}

func (d *Decision) checker(r *record) {
	if r.has(0, len(d.Alternatives) > 0) {
		n := r.count("alternatives", maxAlternatives, len(d.Alternatives))
		for i := range n {
			if !r.writes {
				d.Alternatives = append(d.Alternatives, Alternative{})
			}
			if r.record("alternative", d.Alternatives[i].code); r.err != nil {
				return
			}
		}
	}
	r.skipInt(1, "alternatives_total", 32)
	r.skipBytes(2, "best_equity", 4)
	r.skipBytes(3, "equity_loss", 4)
	r.optionalLevel(4, &d.Level)
}

func (a *Alternative) code(r *record) {
	r.steps("steps", maxSteps, &a.Steps)
	r.equity("equity", &a.Equity)
	r.optionalChances(0, "probs", &a.Chances)
	r.optionalLevel(1, &a.Level)
}

func (d *Decision) cube(r *record) {
	r.int("verdict", maxNumber, &d.Verdict)
	r.optionalEquity(0, "no_double_equity", &d.NoDouble)
	r.optionalEquity(1, "double_take_equity", &d.DoubleTake)
	r.optionalEquity(2, "double_pass_equity", &d.DoublePass)
	r.optionalChances(3, "probs", &d.Chances)
	r.skipBytes(4, "equity_loss", 4)
	r.skipBytes(5, "take_point", 2)
	searched := false
	r.flag(6, &searched)
	r.optionalLevel(7, &d.Level)
}

func (d *Decision) luck(r *record) {
	if d.Luck == nil {
		d.Luck = new(float64)
	}
	r.equity("luck", d.Luck)
	r.optionalLevel(0, &d.Level)
}

// Scopes of annotations.
const (
	OfMatch = iota
	OfGame
	OfPly
	OfDecision
	OfAlternative
)

// Annotation is a comment, or with a key a value of a program.
type Annotation struct {
	Scope int
	Ref   int // number of the game or ply, from 0
	Value string
	Key   string
}

func (a *Annotation) code(r *record) {
	r.int("scope", maxNumber, &a.Scope)
	r.int("ref", maxNumber, &a.Ref)
	r.text("value", &a.Value)
	r.optionalText(0, "key", &a.Key)
}

// Clock is the time control of a match, in milliseconds.
type Clock struct {
	Reserve, Delay, Increment int
}

// code reads the settings at the start of the section.
func (t *Clock) code(c *codec) {
	for _, v := range []*int{&t.Reserve, &t.Delay, &t.Increment} {
		wide := uint64(*v)
		c.fixed("clock", 4, &wide)
		*v = int(wide)
	}
}
