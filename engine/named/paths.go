package named

import (
	"reflect"

	"gammonlab/internal/setting"
)

// openPaths replaces the names of files and folders in settings by their paths, see
// [Opener].File. The tag path says which settings name files; types with a form of their own
// are left to those who know it.
func openPaths(v reflect.Value, o *Opener) error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		key, use := string(setting.KeyOf(f)), f.Tag.Get("path")
		var err error
		switch {
		case key == "" && f.Anonymous && f.Type.Kind() == reflect.Struct:
			err = openPaths(v.Field(i), o)
		case use == "":
		case use == "run":
			err = o.Folder(key, v.Field(i).Addr().Interface().(*string))
		default:
			switch at := v.Field(i).Addr().Interface().(type) {
			case *string:
				err = o.Path(key, use != "in", at)
			case *[]string:
				err = o.Paths(key, use != "in", *at)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
