package report

import (
	"io"
	"path/filepath"

	"gammonlab/internal/atomicfile"
	"gammonlab/internal/chart"
	"gammonlab/internal/supervised/iterate"
)

// Plot writes charts of strength and, if there are benchmarks, of errors over the
// generations into a folder. It returns the names of the files.
func Plot(dir string, points []iterate.Point) ([]string, error) {
	axis := byGeneration(points)
	curves := map[string]chart.Curve{"strength": strength(points, axis)}
	names := []string{"strength"}
	if len(points[0].Values) > 0 {
		curves["values"] = values(points, axis)
		names = append(names, "values")
	}
	var files []string
	for _, name := range names {
		curve := curves[name]
		for _, ext := range []string{".png", ".svg"} {
			if err := curve.Write(filepath.Join(dir, name+ext)); err != nil {
				return nil, err
			}
			files = append(files, name+ext)
		}
	}
	return files, nil
}

// Page is the file name of a run's page in its folder.
const Page = "run.html"

// WritePage writes a page of the completed generations into the run's folder.
func WritePage(folder *iterate.Folder) error {
	run := Run{Config: folder.Config()}
	var err error
	if run.Points, err = folder.Points(); err != nil {
		return err
	}
	if run.Timings, err = folder.Timings(); err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(folder.Dir(), Page), func(w io.Writer) error { return Write(w, &run) })
}
