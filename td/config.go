package td

import (
	"cmp"
	"gammonlab/board"
	"gammonlab/engine/player"
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

// Config describes a run completely: runs with equal configs end in identical files.
type Config struct {
	// Shape of the net, in a run of one net for all positions.
	Features   string           `json:"features,omitempty"`   // name of the feature set
	Hidden     []int            `json:"hidden,omitempty"`     // units of each hidden layer
	Activation nets.Activations `json:"activation,omitempty"` // activations of the hidden layers

	Nets []nets.Shape `json:"nets,omitempty"` // nets to train by their parts, instead of the fields above

	Variant    string          `json:"variant"`
	Starts     []player.PoolID `json:"starts,omitempty"`  // pools of positions from which games begin, by their content; nil for the variant's opening
	Opening    float64         `json:"opening,omitempty"` // share of games that begin with the opening although there are pools
	Parent     string          `json:"from,omitempty"`    // digest of the model whose weights the run starts from
	Update     Update          `json:"update"`
	Loss       Loss            `json:"loss"`
	Games      int64           `json:"games"`
	Lambda     learn.Schedule  `json:"lambda"`
	Rate       learn.Schedule  `json:"rate"`                  // learning rate
	LayerRates []float64       `json:"layer_rates,omitempty"` // factor on Rate for each layer, the head last; not for the batch update
	Epsilon    float64         `json:"epsilon"`               // chance of a random play instead of the best
	Sync       int             `json:"sync"`                  // games played with the same weights; 0 for the batch update
	Checkpoint int64           `json:"checkpoint"`            // games between checkpoints, a multiple of Sync or RoundGames
	Seed       uint64          `json:"seed"`

	// Settings of the batch update only.
	RoundGames int          `json:"round_games,omitempty"`      // games of a round: played with the same weights, then learned from
	Targets    Targets      `json:"targets,omitempty"`          // kind of training targets
	Prune      bool         `json:"prune,omitempty"`            // exact targets evaluate only the plays that pruning nets select
	ExactFrom  int64        `json:"exact_from,omitempty"`       // game, a multiple of RoundGames, from which exact targets replace sampled ones; 0: none
	Batch      int          `json:"batch,omitempty"`            // positions of a step, at most
	Passes     int          `json:"epochs_per_round,omitempty"` // passes over the positions of a round
	Optimizer  learn.Method `json:"optimizer,omitempty"`
	Momentum   float64      `json:"momentum,omitempty"` // momentum of plain gradient descent

	// Precision is that of the products of hidden layers: nets.Float32 or nets.BFloat16; ""
	// is Float32.
	Precision nets.Precision `json:"precision,omitempty"`

	// Measurements of the net's strength, without effect on the weights.
	BenchEvery int64 `json:"bench_every"` // games between measurements, a multiple of Segment; 0: none
	BenchGames int   `json:"bench_games"` // games of each measurement
}

// DefaultConfig returns the default settings of a run.
func DefaultConfig() Config {
	return Config{
		Features:   features.Perspective196{}.Name(),
		Hidden:     []int{80},
		Activation: nets.Activations{nets.Sigmoid},
		Variant:    board.Backgammon.String(),
		Update:     GamesUpdate,
		Loss:       CrossEntropy,
		Games:      100_000,
		Lambda:     learn.Constant(0),
		Rate:       learn.Constant(0.1),
		Sync:       8,
		Checkpoint: 8000,
		Seed:       1,
		BenchEvery: 24_000,
		BenchGames: 4000,
	}
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
	switch {
	case c.Loss != SquaredLoss && c.Loss != CrossEntropy:
		return setting.Errorf("%s is %q, want %s or %s", setting.Name("loss"), c.Loss, CrossEntropy, SquaredLoss)
	case c.Games < 1:
		return setting.Errorf("%s is %d, want at least 1", setting.Name("games"), c.Games)
	case !(c.Epsilon >= 0 && c.Epsilon <= 1):
		return setting.Errorf("%s is %v, want 0 to 1", setting.Name("epsilon"), c.Epsilon)
	}
	if err := c.validateForm(); err != nil {
		return err
	}
	name, step := setting.Name("sync"), c.Sync
	if c.Update == BatchUpdate {
		name, step = "round_games", c.RoundGames
	}
	switch {
	case c.BenchEvery%int64(step) != 0:
		return setting.Errorf("%s is %d games, want a multiple of %s, which is %d games, or 0", setting.Name("bench_every"), c.BenchEvery, name, step)
	case c.BenchEvery < 0 || c.BenchEvery%c.Checkpoint != 0:
		return setting.Errorf("%s is %d games, want a multiple of %s, which is %d games, or 0",
			setting.Name("bench_every"), c.BenchEvery, setting.Name("checkpoint"), c.Checkpoint)
	case c.BenchGames < 0 || c.BenchEvery > 0 && (c.BenchGames < 2 || c.BenchGames%2 != 0):
		return setting.Errorf("%s is %d, want an even number, for pairs", setting.Name("bench_games"), c.BenchGames)
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
	if name := c.batchSetting(); name != "" {
		return setting.Errorf("%s is a setting of the %s update, this is %s", name, BatchUpdate, c.Update)
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
	if mine.Nets != nil || other.Nets != nil {
		mine.listShapes()
		other.listShapes()
	}
	return identity.Between(mine, other).Err()
}

// canonical returns the config with the canonical shapes of its nets and its precision.
func (c *Config) canonical() *Config {
	same := *c
	if c.Update == BatchUpdate {
		same.Precision = cmp.Or(c.Precision, nets.Float32)
	}
	if c.checkShapes() == nil {
		same.SetShapes(nets.CanonicalShapes(c.Shapes()))
	}
	return &same
}
