package td

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/engine/netrun"
	"gammonlab/engine/start"
	"gammonlab/features"
	"gammonlab/internal/identity"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Update names the form of the update.
type Update string

// The forms of the update; the package documentation distinguishes them.
const (
	GamesUpdate  Update = "games"
	OnlineUpdate Update = "online"
	BatchUpdate  Update = "batch"
)

// Loss names the loss that learning minimises; see [Loss.slope].
type Loss string

// The losses.
const (
	// SquaredLoss is half the squared error of each output: Tesauro's TD(λ), with
	// weight changes α·(G-V)·∇V.
	SquaredLoss Loss = "squared"

	// CrossEntropy is the cross-entropy of each output. Its weight changes lack the
	// slope V·(1-V) of the output's sigmoid, which almost stops learning of rare
	// outcomes such as backgammons.
	CrossEntropy Loss = "cross-entropy"
)

// Values returns the names of all losses: those of this package and, for the batch update only,
// those of [learn.RegisterLoss].
func (Loss) Values() []string {
	return slices.DeleteFunc(learn.Loss("").Values(), func(name string) bool { return name == string(learn.Equity) })
}

// validate returns an error for a loss that the update does not have.
func (l Loss) validate(u Update) error {
	names := l.Values()
	if u != BatchUpdate {
		names = []string{string(CrossEntropy), string(SquaredLoss)}
	}
	return setting.Check("loss", slices.Contains(names, string(l)), "is %q, want %s for the update %s", l, strings.Join(names, " or "), u)
}

// Config describes a run completely: runs with equal configs end in identical files. Its
// fields are the settings of commands and calls, see [setting.Field]; the shapes of the nets
// are chosen apart.
type Config struct {
	// Shape of the net, in a run of one net for all positions.
	Features   string           `json:"features,omitempty" input:"config"`   // name of the feature set
	Hidden     nets.Hidden      `json:"hidden,omitempty" input:"config"`     // units of each hidden layer
	Activation nets.Activations `json:"activation,omitempty" input:"config"` // activations of the hidden layers

	Nets []nets.Shape `json:"nets,omitempty" input:"config"` // nets to train by their parts, instead of the fields above

	Variant    string         `json:"variant" group:"Training" default:"backgammon" shown:"that of --from, or backgammon" values:"backgammon,nackgammon,hypergammon1,hypergammon2,hypergammon3" help:"variant <GAME>: {values}"`
	Starts     []start.PoolID `json:"starts,omitempty" input:"config"` // pools of positions from which games begin, by their content; nil for the variant's opening
	Opening    float64        `json:"opening,omitempty" group:"Starting positions" needs:"starts" help:"with --starts, <SHARE> of games that start from the opening; 0 for none"`
	Parent     string         `json:"from,omitempty" input:"config"` // digest of the model whose weights the run starts from
	Update     Update         `json:"update" values:"games,batch,online" group:"Training" default:"games" help:"update <METHOD>: games (fast), batch (minibatches, for deep nets) or online (eligibility traces, the reference)"`
	Loss       Loss           `json:"loss" group:"Training" default:"cross-entropy" help:"loss <NAME>: {values}; squared is Tesauro's TD(λ)"`
	Games      int64          `json:"games" main:"true" group:"Training" default:"100000" help:"total number <N> of games; may change with --resume"`
	Lambda     learn.Schedule `json:"lambda" main:"true" group:"Training" default:"0" help:"λ of TD(λ), 0 to 1, a <SCHEDULE>"`
	Rate       learn.Schedule `json:"rate" main:"true" group:"Training" also:"alpha" default:"0.1" shown:"0.1, batch 0.002" help:"learning rate, a <SCHEDULE>"`
	LayerRates []float64      `json:"layer_rates,omitempty" group:"Training" help:"<FACTORS> on --rate, one for each hidden layer and one for the output layer, such as 1,0.5; the same for all nets"` // not for the batch update
	Epsilon    float64        `json:"epsilon" group:"Training" default:"0" help:"<CHANCE> of a random play instead of the best; 0 for never"`
	Sync       int            `json:"sync" group:"Training" shown:"8" help:"update the weights every <N> games; not for batch update"` // 0 for the batch update
	Checkpoint int64          `json:"checkpoint" group:"Checkpoints and measurement" shown:"8000" help:"checkpoint every <N> games"`   // a multiple of Sync or RoundGames
	Seed       uint64         `json:"seed" group:"Training" default:"1" help:"random seed <N>"`

	// RoundGames are the games of a round of the batch update: played with the same weights,
	// then learned from.
	RoundGames int          `json:"round_games,omitempty" group:"Batch update" needs:"update=batch" shown:"100" help:"batch update: number <N> of games between updates"`
	Targets    Targets      `json:"targets,omitempty" group:"Batch update" needs:"update=batch" default:"sampled" help:"batch update: training targets <KIND>: {values}; sampled are λ-returns of the games, exact are luck-adjusted λ-returns from 1-ply evaluations over the 21 rolls"`
	Prune      bool         `json:"prune,omitempty" group:"Batch update" needs:"update=batch" help:"batch update: for exact targets, evaluate only the plays that the model's pruning nets select"`
	ExactFrom  int64        `json:"exact_from,omitempty" group:"Batch update" needs:"update=batch" shown:"never" help:"batch update: use exact targets from game number <N> on"` // a multiple of RoundGames
	Batch      int          `json:"batch,omitempty" group:"Batch update" needs:"update=batch" default:"64" help:"batch update: batch size of <N> positions"`
	Passes     int          `json:"epochs_per_round,omitempty" group:"Batch update" needs:"update=batch" default:"1" help:"batch update: number <N> of epochs over the positions of a round"`
	Optimizer  learn.Method `json:"optimizer,omitempty" group:"Batch update" needs:"update=batch" default:"adam" help:"batch update: optimizer <NAME>: {values}"`
	Momentum   float64      `json:"momentum,omitempty" group:"Batch update" needs:"update=batch" help:"batch update: momentum <M> of sgd, below 1; 0 for none"`

	// Precision is that of the products of hidden layers: nets.Float32 or nets.BFloat16; ""
	// is Float32.
	Precision nets.Precision `json:"precision,omitempty" values:"float32,bf16" group:"Batch update" needs:"update=batch" default:"float32" help:"batch update: <PRECISION> of the products of hidden layers, float32 or bf16 (matrix units)"`

	// Measurements of the net's strength, without effect on the weights: before the first game, in the
	// first round that reaches each multiple of BenchEvery, and at the end.
	BenchEvery int64 `json:"bench_every" group:"Checkpoints and measurement" shown:"20 measurements in a run" help:"measure strength before the first game and every <N> games; 0 for never"`
	BenchGames int   `json:"bench_games" group:"Checkpoints and measurement" default:"4000" help:"number <N> of games of a measurement"`

	// BenchOpponent is the player against which strength is measured; "" for pubeval.
	BenchOpponent string `json:"bench_opponent,omitempty" group:"Checkpoints and measurement" shown:"pubeval" help:"measure strength against <PLAYER>"`

	// BenchLuck is the model by whose luck measurements are adjusted; "" for none.
	BenchLuck string `json:"bench_luck,omitempty" group:"Checkpoints and measurement" shown:"no adjustment" help:"adjust measurements for luck by <MODEL>, for fewer games of strong players"`
}

// DefaultConfig returns the default settings of a run.
func DefaultConfig() Config { return defaults(GamesUpdate) }

// DefaultBatchConfig returns the default settings of the batch update.
func DefaultBatchConfig() Config { return defaults(BatchUpdate) }

func defaults(u Update) Config {
	cfg := Config{
		Features: features.Perspective196{}.Name(), Hidden: []int{80}, Activation: nets.Activations{nets.Sigmoid},
	}
	if err := setting.Read(&cfg, nil, map[setting.Name]string{"update": string(u), "bench_every": "24000"}); err != nil {
		panic("td: default settings: " + err.Error()) // a mistake in a tag
	}
	return cfg
}

// Defaults returns the default values that depend on other settings: numbers of games that
// fit those that are given, with checkpoints at the end of an update. Without BenchEvery the
// net is measured twenty times in the run after the measurement of the initial weights, or
// after every update if there are fewer.
func (c *Config) Defaults() map[string]string {
	defaults := map[string]string{}
	key, step, usual := "sync", c.Sync, int64(8)
	if c.Update == BatchUpdate {
		key, step, usual = "round_games", c.RoundGames, 100
		defaults["rate"] = "0.002"
	}
	if step == 0 {
		step = int(divisor(gcd(max(c.Checkpoint, 0), max(c.ExactFrom, 0)), usual))
		defaults[key] = strconv.Itoa(step)
	}
	if every := int64(max(step, 1)); c.Checkpoint == 0 {
		defaults["checkpoint"] = strconv.FormatInt(max(8000/every, 1)*every, 10)
	}
	defaults["bench_every"] = strconv.FormatInt(twentieth(cmp.Or(c.Games, 100_000), 1), 10)
	return defaults
}

// twentieth returns the smallest multiple of step of which at most twenty are in the games.
func twentieth(games, step int64) int64 { return ((games-1)/(20*step) + 1) * step }

// divisor returns the largest divisor of n up to most; 0 has all divisors.
func divisor(n, most int64) int64 {
	for n%most != 0 {
		most--
	}
	return most
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Validate returns a [setting.Error] for the first invalid setting.
func (c *Config) Validate() error {
	if err := c.checkShapes(); err != nil {
		return err
	}
	if _, err := board.ParseVariant(c.Variant); err != nil {
		return setting.In("variant", err)
	}
	if err := c.validateStarts(); err != nil {
		return err
	}
	if err := c.validateSchedules(); err != nil {
		return err
	}
	if err := c.checkLayerRates(); err != nil {
		return err
	}
	if err := c.Loss.validate(c.Update); err != nil {
		return err
	}
	switch {
	case c.Games < 1:
		return setting.Errorf("%s is %d, want at least 1", setting.Name("games"), c.Games)
	case !(c.Epsilon >= 0 && c.Epsilon <= 1):
		return setting.Errorf("%s is %v, want 0 to 1", setting.Name("epsilon"), c.Epsilon)
	}
	if err := c.validateForm(); err != nil {
		return err
	}
	switch {
	case c.BenchEvery < 0:
		return setting.Errorf("%s is %d games, want 1 or more, or 0 for never", setting.Name("bench_every"), c.BenchEvery)
	case c.BenchGames < 0 || c.BenchEvery > 0:
		return netrun.CheckMeasured(c.BenchGames)
	}
	return nil
}

// validateSchedules checks the rate and λ.
func (c *Config) validateSchedules() error {
	for _, s := range []struct {
		name setting.Name
		learn.Schedule
	}{{"rate", c.Rate}, {"lambda", c.Lambda}} {
		if err := s.CheckUnit(learn.Games); err != nil {
			return setting.In(s.name, err)
		}
		if s.Anneals() {
			return setting.Errorf("%s is %v, which follows errors on validation positions; self-play has none", s.name, s)
		}
	}
	if c.Lambda.Max() > 1 {
		return setting.Errorf("%s is %v, want at most 1", setting.Name("lambda"), c.Lambda)
	}
	return nil
}

// validateForm checks the settings of the chosen form of the update.
func (c *Config) validateForm() error {
	switch c.Update {
	case BatchUpdate:
		return c.validateBatch()
	case GamesUpdate, OnlineUpdate:
	default:
		return setting.Errorf("%s is %q, want %s, %s or %s", setting.Name("update"), c.Update, GamesUpdate, OnlineUpdate, BatchUpdate)
	}
	if err := setting.CheckFields(c); err != nil {
		return err
	}
	switch {
	case c.Sync < 1 || c.Sync > maxSync:
		return setting.Errorf("%s is %d, want 1 to %d", setting.Name("sync"), c.Sync, maxSync)
	case c.Checkpoint < 1 || c.Checkpoint%int64(c.Sync) != 0:
		return setting.Errorf("%s is %d games, want a multiple of %s, which is %d games",
			setting.Name("checkpoint"), c.Checkpoint, setting.Name("sync"), c.Sync)
	}
	return nil
}

// maxSync bounds the memory that the games of a round take.
const maxSync = 1 << 16

// alpha returns the learning rate of a game; games are numbered from 0.
func (c *Config) alpha(game int64) float64 { return c.Rate.At(c.timeOf(game)) }

// lambda returns the λ of a game; games are numbered from 0.
func (c *Config) lambda(game int64) float64 { return c.Lambda.At(c.timeOf(game)) }

// timeOf returns the point of the run, for schedules, at which a game is learned from.
func (c *Config) timeOf(game int64) learn.Time {
	return learn.Time{Done: float64(game), Next: float64(game + 1), Total: float64(c.Games)}
}

// rates returns the step sizes of each layer for the given game.
func (c *Config) rates(dst []float32, game int64) {
	alpha := c.alpha(game)
	for l := range dst {
		factor := 1.0
		if len(c.LayerRates) > 0 {
			factor = c.LayerRates[l]
		}
		dst[l] = float32(alpha * factor)
	}
}

// Same returns an error that names the settings in which d differs from c, nil if they
// describe the same run. Different names of the same feature set or activations are no difference.
func (c *Config) Same(d *Config) error {
	mine, other := c.canonical(), d.canonical()
	if c.BenchEvery == twentieth(c.Games, max(c.Checkpoint, 1)) && d.BenchEvery == twentieth(d.Games, 1) {
		other.BenchEvery = c.BenchEvery // the default of earlier versions, and the present one
	}
	if mine.Nets != nil || other.Nets != nil {
		mine.listShapes()
		other.listShapes()
	}
	return identity.Between(mine, other).Err()
}

// canonical returns the config with the canonical shapes of its nets and its precision.
func (c *Config) canonical() *Config {
	same := *c
	if c.BenchOpponent == netrun.Pubeval {
		same.BenchOpponent = ""
	}
	if c.Update == BatchUpdate {
		same.Precision = cmp.Or(c.Precision, nets.Float32)
	}
	if c.checkShapes() == nil {
		same.SetShapes(nets.CanonicalShapes(c.Shapes()))
	}
	return &same
}
