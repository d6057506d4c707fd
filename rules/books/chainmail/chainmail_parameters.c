// Numbers, switches and words of Chainmail that house rules may set: the parameter tables of the rule catalogue.
#include "rules/books/chainmail/chainmail_parameters.h"

#include "rules/books/chainmail/chainmail.h"

const rules_parameter chainmail_parameters[CHAINMAIL_PARAMETERS] = {
    CHAINMAIL_FORMATION_PARAMETERS,
    FLAG("training_multipliers_enabled", true, "poorly trained troops pay double, Swiss, Landsknechte and horse half", "CM-FF-11, CM-FF-12"),
    NUMBER("face_fraction", 1.0 / 3, 0, 1, "of the move", "cost of a right or left face", "CM-FF-9"),
    NUMBER("about_face_fraction", 0.5, 0, 1, "of the move", "cost of an about face", "CM-FF-10"),
    WORD("cm_oblique_model", "linear", "linear|free45|table", "what an oblique costs: by its angle, nothing up to 45 degrees, or by cm_oblique_table",
         "CM-FF-8"),
    WORD("cm_oblique_table", "", NULL, "for the model table: \"30:1 60:2\", up to so many degrees so many inches", "CM-FF-8"),
    WORD("move_in", "roster", "roster", "one move: each unit's movement_in", "CM-FF-1"),
    WORD("charge_move_in", "roster", "roster", "a charge: each unit's charge_move_in", "CM-SIM-10"),
    NUMBER("half_move_fraction", 0.5, 0.1, 1, "of the move", "what may be moved in the first half", "CM-SIM-3"),
    WORD("half_move_basis", "ordered", "ordered|allowance", "the first half is half of the ordered distance, or of the whole move", "CM-SIM-3"),
    NUMBER("order_direction_tol_deg", 15, 0, 90, "deg", "how far from the ordered direction a unit may go", "CM-SIM-2"),
    NUMBER("order_facing_tol_deg", 15, 0, 90, "deg", "how far from the ordered facing it may end", "CM-SIM-2"),
    NUMBER("order_distance_tol_in", 0.5, 0, 12, "in", "how much more or less than ordered it may go", "CM-SIM-2, CM-SIM-3"),
    NUMBER("order_breach_factor", 2.0, 1, 10, "tolerances", "so far off an order is a breach; below the judge is asked", "CM-SIM-2"),
    WORD("split_move_gate", "judge", "judge", "who closes the actions between the half-moves", "CM-SIM-5"),
    NUMBER("cic_charge_fraction", 0.5, 0, 1, "of the charge move", "length of a charge-if-charged", "CM-SIM-10"),
    NUMBER("cic_support_radius_in", 0, 0, 600, "in", "how near a supported unit must be; 0: the book has no number", "CM-SIM-8"),
};
