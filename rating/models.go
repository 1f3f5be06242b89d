package rating

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"

	"gammonlab/internal/strictjson"
)

//go:embed models
var models embed.FS

// Default returns the predictor of the project's own measurement or, if there is none, of
// the manual.
func Default() (*Predictor, error) { return measured(models) }

// measured reads models/measured.json, if the file exists.
func measured(files fs.FS) (*Predictor, error) {
	file, err := files.Open("models/measured.json")
	if errors.Is(err, fs.ErrNotExist) {
		return ByManual(), nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadPredictor("measured", file)
}

// predictorFile is the content of a predictor's file: its own fields, or those of the
// bilinear model in a report of package rating/fit.
type predictorFile struct {
	Name         string        `json:"name"`
	Coefficients *Coefficients `json:"coefficients"`
	Covariance   [][]float64   `json:"covariance"`
	Study        *Range        `json:"study"`
	Bilinear     *struct {
		Predictors []string    `json:"predictors"`
		Trends     []trend     `json:"trends"`
		Covariance [][]float64 `json:"covariance"`
	} `json:"bilinear"`
}

// trend is a coefficient as a function of the length N: constant + inverse/N.
type trend struct {
	Constant struct {
		Value float64 `json:"value"`
	} `json:"constant"`
	Inverse struct {
		Value float64 `json:"value"`
	} `json:"inverse"`
}

// ReadPredictor reads a predictor from JSON: the report of "rating fit --json", or a
// name, coefficients and their covariance. Errors use the given name, and so does a
// predictor without a name.
func ReadPredictor(name string, r io.Reader) (*Predictor, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var file predictorFile
	if err := strictjson.UnmarshalPart(text, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p, err := file.predictor()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if p.Name == "" {
		p.Name = name
	}
	return p, nil
}

func (f *predictorFile) predictor() (*Predictor, error) {
	p := &Predictor{Name: f.Name, Study: f.Study, Perfect: Perfect}
	if r := f.Study; r != nil && !(r.Play > 0 && r.Cube > 0 && r.Length > 0) {
		return nil, fmt.Errorf("study is %+v, want numbers above 0", *r)
	}
	covariance := f.Covariance
	switch b := f.Bilinear; {
	case f.Coefficients != nil:
		p.Coefficients = *f.Coefficients
	case b == nil:
		return nil, errors.New(`neither "coefficients" nor a "bilinear" model: want the JSON output of rating fit`)
	case !slices.Equal(b.Predictors, []string{"EPM", "EPC"}):
		return nil, fmt.Errorf("bilinear.predictors are %q, want EPM and EPC", b.Predictors)
	case len(b.Trends) != 2:
		return nil, fmt.Errorf("bilinear.trends has %d entries, want 2: the study needs two lengths or more", len(b.Trends))
	default:
		play, cube := b.Trends[0], b.Trends[1]
		p.Coefficients = Coefficients{
			PlayA: play.Constant.Value, PlayB: play.Inverse.Value, CubeA: cube.Constant.Value, CubeB: cube.Inverse.Value,
		}
		covariance = b.Covariance
	}
	for _, x := range p.Coefficients.list() {
		if math.Abs(x) > mostCoefficient {
			return nil, fmt.Errorf("a coefficient is %v, want at most %v", x, mostCoefficient)
		}
	}
	if len(covariance) == 0 {
		return p, nil
	}
	var err error
	p.Covariance, err = covarianceOf(covariance)
	return p, err
}

// mostCoefficient is far above any real coefficient, and keeps results finite.
const mostCoefficient = 1e9

func (c Coefficients) list() []float64 { return []float64{c.PlayA, c.PlayB, c.CubeA, c.CubeB} }

// covarianceOf checks a covariance of four coefficients.
func covarianceOf(rows [][]float64) (*[4][4]float64, error) {
	c := new([4][4]float64)
	if len(rows) != len(c) {
		return nil, fmt.Errorf("covariance has %d rows, want %d", len(rows), len(c))
	}
	for i, row := range rows {
		if len(row) != len(c) {
			return nil, fmt.Errorf("covariance[%d] has %d numbers, want %d", i, len(row), len(c))
		}
		copy(c[i][:], row)
	}
	for i := range c {
		for j := range c {
			x, limit := c[i][j], math.Sqrt(c[i][i])*math.Sqrt(c[j][j])
			switch {
			case !(c[i][i] >= 0 && c[i][i] <= mostCoefficient*mostCoefficient):
				return nil, fmt.Errorf("covariance[%d][%d] is %v, want a variance", i, i, c[i][i])
			case x != c[j][i]:
				return nil, fmt.Errorf("covariance[%d][%d] is %v and [%d][%d] is %v, want the same", i, j, x, j, i, c[j][i])
			case c[j][j] >= 0 && math.Abs(x) > limit*(1+1e-9):
				return nil, fmt.Errorf("covariance[%d][%d] is %v, more than the variances allow", i, j, x)
			}
		}
	}
	return c, nil
}
