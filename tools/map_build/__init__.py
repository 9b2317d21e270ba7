"""Makes variants/NAME/map.json from variants/NAME/geometry.yaml and the outline of the land. Not needed to run the judge.

python -m tools.map_build colonial standard coldwar     (needs the dev group: shapely, numpy, pyyaml)
"""
