"""Geometry of a table of models: measuring, sweeping, routing, sight. Knows no game.

Contract. Lengths are ints of 1/100 mm (1 inch = 2540), points `(x, y)` tuples of ints, radii ints.
Floats are allowed wherever a point is only asked about; every point that is proposed (a route, a
place, an area's ring) lies on the grid and has been judged there. Origin bottom left, y up.

measure     INCH EPS TOUCH; within(d, x) closer(d, x); gap_between(a, ra, b, rb)
            overlap_depth(a, ra, b, rb) touching(a, ra, b, rb) path_length(points)
            point_segment(p, a, b) segment_segment(p, q, a, b) polyline_point(points, p)
            polyline_segment(points, a, b) cut_path(points, length) point_along(points, length)
hull        Hull(a, ra, b, rb): hull_distance(hull, points) hull_overlapped(hull, centre, radius)
            hull_swept(hull, points, radius) hull_outline(hull)
outline     Outline(corners): .distance(p) .disc_overlaps(c, r) .swept_overlaps(points, r)
            .crossed_by(points) .contains(p) .thickness_along(a, b); rectangle(centre, w, d, turn)
field       Field.build(radius, table, discs={key: (point, radius)}, hulls=[(key, Hull)],
            areas=[(key, Area(outline, solid, clearance))],
            keepouts={key: (point, centre_distance)})
            .first_breach(path) .breaches(path) -> Breach(kind, key, at, along); .occupied(point)
            .with_discs({...}) .without(*keys) .with_keepouts({...}) .with_areas([...])
            .keeping_hulls(test of the key)
closeness   closeness(path, radius, others, limit) -> {key: Closeness(nearest, where, at_start,
            at_end, inside)}; meet(inside_a, inside_b)
links       Links(discs, reach): .pairs .neighbours(k) .lonely() .components() .connected()
            .may_remove(keys) .removable(count) .default_removal(count, prefer)
route       route_to(field, start, goal, allowance) -> Route | None
            contact_route(field, start, centre, radius, allowance) -> Route | None
            contact_routes(field, starts, ...) reachable(field, start, centre, radius, allowance)
            nearest_approach(field, start, [(centre, radius)], allowance, tolerance, least)
            -> Approach(route, target, gap); Route(points, length) .end
reach       reach(field, starts, allowance) -> Reach(rings) .costs_at(points)
sight       Screens.build(discs, hulls, areas); sees(a, b, screens, ignore)
            sight_matrix(shooters, targets, screens, ignore(i, j), wanted)
            first_seen(shooters, targets, screens, reach, ignore(i, j))
            clear_line(a, b, screens, ignore) -> SightLine(clear, start, end, key, stop)
formation   cluster(count, radius, centre, facing, width, gap) transformed(places, shift, turn)
            arrange(field, starts, wished, allowance, link, may_end) -> Arrangement | Misfit
"""

from .closeness import Closeness, closeness, measure_closeness, meet
from .field import Area, Breach, Field
from .formation import Arrangement, Misfit, arrange, cluster, transformed
from .hull import Hull
from .hull import disc_overlaps as hull_overlapped
from .hull import outline as hull_outline
from .hull import polyline_distance as hull_distance
from .hull import swept_overlaps as hull_swept
from .links import Links
from .measure import (
    EPS,
    INCH,
    TOUCH,
    Path,
    Point,
    closer,
    cut_path,
    distance,
    gap_between,
    legs_of,
    overlap_depth,
    path_length,
    point_along,
    point_segment,
    polyline_point,
    polyline_segment,
    segment_segment,
    segments_cross,
    snap,
    touching,
    within,
)
from .outline import Outline, rectangle, ring_area, snap_ring
from .reach import Reach, reach
from .route import (
    Approach,
    Route,
    contact_route,
    contact_routes,
    nearest_approach,
    reachable,
    route_to,
)
from .sight import Screens, SightLine, clear_line, first_seen, sees, sight_matrix

__all__ = [
    "EPS",
    "INCH",
    "TOUCH",
    "Approach",
    "Area",
    "Arrangement",
    "Breach",
    "Closeness",
    "Field",
    "Hull",
    "Links",
    "Misfit",
    "Outline",
    "Path",
    "Point",
    "Reach",
    "Route",
    "Screens",
    "SightLine",
    "arrange",
    "clear_line",
    "closeness",
    "closer",
    "cluster",
    "contact_route",
    "contact_routes",
    "cut_path",
    "distance",
    "first_seen",
    "gap_between",
    "hull_distance",
    "hull_outline",
    "hull_overlapped",
    "hull_swept",
    "legs_of",
    "measure_closeness",
    "meet",
    "nearest_approach",
    "overlap_depth",
    "path_length",
    "point_along",
    "point_segment",
    "polyline_point",
    "polyline_segment",
    "reach",
    "reachable",
    "rectangle",
    "ring_area",
    "route_to",
    "sees",
    "segment_segment",
    "segments_cross",
    "sight_matrix",
    "snap",
    "snap_ring",
    "touching",
    "transformed",
    "within",
]
