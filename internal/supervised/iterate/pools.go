package iterate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets/generate"
	"gammonlab/engine/player"
	"gammonlab/internal/digest"
	"gammonlab/internal/seed"
	"gammonlab/internal/setting"
)

// Pools have the settings of the positions from which games begin.
type Pools struct {
	Opening float64    `json:"opening"`         // share of the games that begin with the opening, from 0 to 1
	Every   int        `json:"every,omitempty"` // generations between new pools, made with the current best net; 0: only the first generation makes pools
	Make    []Pool     `json:"make,omitempty"`  // pools from self-play games of the best net
	Files   []PoolFile `json:"files,omitempty"` // existing files
}

// Pool has the settings of a pool made from self-play. Its positions have no labels.
type Pool struct {
	Name   string  `json:"name"`   // name of its file
	Weight float64 `json:"weight"` // how often games begin in the pool, relative to the other pools
	Generate

	// Starts names earlier pools of the list, drawn by weight, from which the games
	// that make this pool begin; nil for the opening. Opening is the share of these
	// games that begin with the opening nevertheless.
	Starts  []string `json:"starts,omitempty"`
	Opening float64  `json:"opening,omitempty"`

	// PositionWeights is "informative" if games begin in positions of the pool in
	// proportion to the differences by which Informative selects them; "" for equal
	// frequencies.
	PositionWeights generate.Weights `json:"position_weights,omitempty"`
}

// PoolFile is a file of start positions: a database or a list of positions,
// with or without weights of the positions.
type PoolFile struct {
	File   string  `json:"file"`
	Weight float64 `json:"weight"`
}

// poolName matches names that are valid file names on all systems.
var poolName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

// validate returns errors for invalid settings of the section.
func (p *Pools) validate() error {
	if p == nil {
		return nil
	}
	problems := []error{
		checkShare("pools.opening", p.Opening),
		setting.Check("pools.every", p.Every >= 0, "is %d, want 0 or more", p.Every),
		setting.Check("pools.make", len(p.Make)+len(p.Files) > 0, "and %s are empty, want at least one pool", setting.Name("pools.files")),
	}
	var names, files []string
	for i := range p.Make {
		at := setting.Name(fmt.Sprintf("pools.make.%d", i))
		problems = append(problems, setting.In(at, p.Make[i].validate(names)))
		names = append(names, p.Make[i].Name)
	}
	for i, f := range p.Files {
		at := setting.Name(fmt.Sprintf("pools.files.%d", i))
		problems = append(problems,
			setting.Check(at+".file", f.File != "" && !slices.Contains(files, f.File), "is %q, want files, each once", f.File),
			checkWeight(at+".weight", f.Weight))
		files = append(files, f.File)
	}
	return errors.Join(problems...)
}

// validate returns errors for invalid settings of a pool after those with the names.
func (p *Pool) validate(earlier []string) error {
	problems := []error{
		setting.Check("name", poolName.MatchString(p.Name), "is %q, want lower-case letters, digits, - and _", p.Name),
		setting.Check("name", !slices.Contains(earlier, p.Name), "is %q, which an earlier pool has", p.Name),
		checkWeight("weight", p.Weight),
		checkShare("opening", p.Opening),
		setting.Check("opening", p.Opening == 0 || len(p.Starts) > 0, "is set without %s: all games begin with the opening", setting.Name("starts")),
		setting.Check("position_weights", p.PositionWeights == generate.WeightsOfFiles || p.PositionWeights == generate.InformativeWeights,
			"is %q, want %s", p.PositionWeights, generate.InformativeWeights),
		setting.Check("position_weights", p.PositionWeights == generate.WeightsOfFiles || p.Informative != nil,
			"is set without %s", setting.Name("informative")),
		p.settings(board.Backgammon, "start").Validate(),
		setting.Check("trace", p.Lambda == nil, "has no effect: the positions of pools have no labels"),
	}
	for _, name := range p.Starts {
		problems = append(problems, setting.Check("starts", slices.Contains(earlier, name), "is %q, want earlier pools: %q", p.Starts, earlier))
	}
	return errors.Join(problems...)
}

func checkShare(name setting.Name, share float64) error {
	return setting.Check(name, share >= 0 && share <= 1, "is %v, want 0 to 1", share)
}

func checkWeight(name setting.Name, weight float64) error {
	return setting.Check(name, weight > 0 && !math.IsInf(weight, 1), "is %v, want a number above 0", weight)
}

// paths lists the files.
func (p *Pools) paths() []string {
	if p == nil {
		return nil
	}
	var all []string
	for _, f := range p.Files {
		all = append(all, f.File)
	}
	return all
}

// madeIn returns the generation that made the pools of a generation.
func (p *Pools) madeIn(generation int) int {
	if p.Every == 0 {
		return 1
	}
	return generation - (generation-1)%p.Every
}

// poolsDir is the folder of the pools that a generation made.
const poolsDir = "pools"

// poolFile returns the name of a pool's file in the folder of its generation.
func poolFile(name string) string { return filepath.Join(poolsDir, name+".parquet") }

// pools makes the pools if they are due, and records the pools of the generation.
func (g *generation) pools(ctx context.Context) error {
	p := g.doc.Pools
	if p == nil {
		return nil
	}
	from := p.madeIn(g.number)
	s := uint64(0)
	if from == g.number {
		s = g.seed(Pooling)
		if err := os.MkdirAll(g.path(poolsDir), 0o777); err != nil {
			return g.failed(Pooling, err)
		}
	}
	for i := range p.Make {
		if from == g.number {
			if err := g.makePool(ctx, &p.Make[i], seed.Derive(s, uint64(i))); err != nil {
				return g.failed(Pooling, fmt.Errorf("%s: %w", p.Make[i].Name, err))
			}
		}
		d, err := g.pool(p.Make[i].Name, from)
		if err != nil {
			return g.failed(Pooling, err)
		}
		g.record.Pools = append(g.record.Pools, *d)
	}
	return nil
}

// makePool makes a pool, unless it exists.
func (g *generation) makePool(ctx context.Context, p *Pool, s uint64) error {
	if there, err := g.has(poolFile(p.Name)); there || err != nil {
		return err
	}
	settings := p.settings(g.best.Variant, g.playerName())
	if len(p.Starts) > 0 {
		var err error
		if settings.Drawn, err = g.startsOf(p); err != nil {
			return err
		}
	}
	settings.Weights = p.PositionWeights
	settings.Progress = p.progress(settings.Total(), g.begin(Pooling))
	return g.play(ctx, settings, poolFile(p.Name), s)
}

// startsOf returns the start positions of the games that make a pool.
func (g *generation) startsOf(p *Pool) (*player.Starts, error) {
	made, err := g.madePools(g.number, func(other *Pool) bool { return slices.Contains(p.Starts, other.Name) })
	if err != nil {
		return nil, err
	}
	return player.NewStarts(g.best.Variant, p.Opening, made...)
}

// madePools reads the pools with the given names that a generation made.
func (g *generation) madePools(from int, wanted func(*Pool) bool) ([]player.Pool, error) {
	var all []player.Pool
	for i := range g.doc.Pools.Make {
		p := &g.doc.Pools.Make[i]
		if !wanted(p) {
			continue
		}
		pool, err := generate.ReadPool(filepath.Join(g.generationDir(from), poolFile(p.Name)), p.Weight, g.best.Variant)
		if err != nil {
			return nil, err
		}
		all = append(all, pool)
	}
	return all, nil
}

// pool reads a recorded pool. It returns an error if the file has changed since it was
// made.
func (g *generation) pool(name string, from int) (*poolRecord, error) {
	path := filepath.Join(g.generationDir(from), poolFile(name))
	rows, err := lengthOf(path)
	if err != nil {
		return nil, err
	}
	sum, err := digest.File(path)
	if err != nil {
		return nil, err
	}
	made := poolRecord{name, database{from, rows, sum}}
	if from < g.number && !slices.Contains(g.done[from].Pools, made) {
		return nil, fmt.Errorf("%s has changed since it was made: its digest is %s", path, sum)
	}
	return &made, nil
}

// starts returns the start positions of the generation's games, nil for the opening.
func (g *generation) starts() (*player.Starts, error) {
	p := g.doc.Pools
	if p == nil {
		return nil, nil
	}
	made, err := g.madePools(p.madeIn(g.number), func(*Pool) bool { return true })
	if err != nil {
		return nil, err
	}
	files, err := p.read(g.start.Variant)
	if err != nil {
		return nil, setting.In("pools.files", err)
	}
	return player.NewStarts(g.best.Variant, p.Opening, append(made, files...)...)
}

// read reads the files.
func (p *Pools) read(v board.Variant) ([]player.Pool, error) {
	var all []player.Pool
	for _, f := range p.Files {
		pool, err := generate.ReadPool(f.File, f.Weight, v)
		if err != nil {
			return nil, err
		}
		all = append(all, pool)
	}
	return all, nil
}

// check returns an error for pools that the variant cannot have, and for files with
// positions from which no game can begin.
func (p *Pools) check(v board.Variant) error {
	if p == nil {
		return nil
	}
	for i := range p.Make {
		if err := p.Make[i].Generate.check(setting.Name(fmt.Sprintf("pools.make.%d", i)), v); err != nil {
			return err
		}
	}
	files, err := p.read(v)
	if err == nil && len(files) > 0 {
		_, err = player.NewStarts(v, p.Opening, files...)
	}
	return setting.In("pools.files", err)
}
